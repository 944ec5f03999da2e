import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** react-aria carries its few words in thirty languages; the product speaks two of them. */
const onlyOurLanguages: Plugin = {
  name: 'daybook:only-our-languages',
  enforce: 'pre',
  load: (id) => (/react-(aria|stately)[^?]*\/intl\/[^?]*\/(?!en-US|ja-JP)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? 'export default {}' : undefined),
}

export default defineConfig({
  plugins: [onlyOurLanguages, react()],
  publicDir: 'src/ui/public',
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  // One React and one first paint in development too: found up front, nothing reloads the page half-way.
  optimizeDeps: { entries: ['index.html', 'src/features/**/*.page.tsx'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Read by the bench that measures what a browser downloads.
    manifest: true,
    // Browsers that know light-dark(): older ones would get it spelled out, and wrongly under a chosen theme.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The strict content policy forbids data: fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: process.env.DAYBOOK_API ?? 'http://127.0.0.1:3000' } } },
})
