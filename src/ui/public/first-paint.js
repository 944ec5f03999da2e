// Theme, density and language before the first paint, so that nothing flashes. The app sets them again when they change.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('daybook.theme')
  const density = localStorage.getItem('daybook.density')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (density === 'compact') root.dataset.density = density
  if (localStorage.getItem('daybook.language') === 'jp') root.lang = 'ja'
} catch {
  // Storage may be switched off; the system's theme and English then hold.
}
