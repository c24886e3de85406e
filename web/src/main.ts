import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferredLanguage, loadLanguage } from "./app/language.svelte";
import { registerServiceWorker } from "./app/service_worker";
import { loadSession } from "./app/session.svelte";

const entered = loadSession();
// Not awaited at top level: WebKit runs modules that import an awaiting one before it has ended.
void loadLanguage(preferredLanguage()).then(() =>
  mount(App, { target: document.getElementById("house")!, props: { entered } }),
);
void registerServiceWorker();
