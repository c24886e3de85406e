import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferredLanguage, speakLanguage } from "./language.svelte";
import { callPorter } from "./porter";

await speakLanguage(preferredLanguage());
mount(App, { target: document.getElementById("house")! });
void callPorter();
