import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferredLanguage, loadLanguage } from "./app/language.svelte";
import { registerServiceWorker } from "./app/service_worker";

await loadLanguage(preferredLanguage());
mount(App, { target: document.getElementById("house")! });
void registerServiceWorker();
