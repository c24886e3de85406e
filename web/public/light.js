// Before the first paint: a remembered choice of day or night, so that no page flashes.
try {
  const light = localStorage.getItem("light");
  if (light === "day" || light === "night") document.documentElement.dataset.light = light;
} catch {
  // Storage may be forbidden; then the device decides.
}
