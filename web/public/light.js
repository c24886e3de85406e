// Sets the stored light or dark theme before the first paint, so that no page flashes.
try {
  const light = localStorage.getItem("light");
  if (light === "day" || light === "night") document.documentElement.dataset.light = light;
} catch {
  // Storage may be forbidden: the device's theme is used.
}
