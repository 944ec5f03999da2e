// Theme and search of the API's documentation. Everything is on the page already; the search only hides what was not asked for.
const root = document.documentElement

/** Before the first paint, so that nothing flashes; the choice is the app's. */
try {
  const theme = localStorage.getItem('daybook.theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's theme then holds.
}

const offerSearch = () => {
  const input = document.querySelector('#search')
  const found = document.querySelector('#found')
  const entries = [...document.querySelectorAll('[data-entry]')]
  const groups = [...document.querySelectorAll('[data-group]')]
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.words.includes(word))
    for (const group of groups) group.hidden = !group.querySelector('[data-entry]:not([hidden])')
    const shown = document.querySelectorAll('article[data-call]:not([hidden])').length
    found.textContent = words.length === 0 ? '' : shown === 1 ? '1 call' : `${shown} calls`
  }
  input.closest('label').hidden = false
  input.addEventListener('input', search)
  // A browser keeps what was typed when it comes back to the page.
  search()
}

const offerTheme = () => {
  const button = document.querySelector('#theme')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches)
  const nameIt = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
  }
  button.hidden = false
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem('daybook.theme', root.dataset.theme)
    } catch {
      // Storage is switched off: the choice holds until the page is left.
    }
    nameIt()
  })
  nameIt()
}

addEventListener('DOMContentLoaded', () => {
  offerSearch()
  offerTheme()
})
