// Runs before the first paint: sets the stored light or dark theme, so that no page flashes, and fetches the texts of
// the page's language together with the scripts that need them.
{
  const recall = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage may be forbidden: the device's theme and language are used.
    }
  };
  const light = recall("light");
  if (light === "day" || light === "night") document.documentElement.dataset.light = light;

  // The same choice as in preferredLanguage().
  const { dataset } = document.currentScript;
  const wanted = [recall("language"), ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
  const texts = wanted.map((language) => dataset[language]).find(Boolean);
  for (const href of texts?.split(" ") ?? [])
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
