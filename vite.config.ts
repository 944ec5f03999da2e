import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const squeeze = promisify(brotliCompress)
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** react-aria carries its few words in thirty languages; the product speaks two of them. */
const onlyOurLanguages: Plugin = {
  name: 'daybook:only-our-languages',
  enforce: 'pre',
  load: (id) => (/react-(aria|stately)[^?]*\/intl\/[^?]*\/(?!en-US|ja-JP)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? 'export default {}' : undefined),
}

/** The page names the app's files itself: the small start that asks for them is not waited for. */
const appOnItsWay: Plugin = {
  name: 'daybook:app-on-its-way',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'app')
      if (app?.type !== 'chunk') throw new Error('The app has no file of its own any more: see codeSplitting below.')
      return [app.fileName, ...app.imports]
        .filter((file) => !html.includes(file))
        .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file}` }, injectTo: 'head' as const }))
    },
  },
}

/** Squeezed once and as hard as it goes, beside each file, instead of lightly at every request. */
const squeezed: Plugin = {
  name: 'daybook:squeezed',
  apply: 'build',
  writeBundle: async ({ dir = 'dist/web' }) => {
    const assets = join(dir, 'assets')
    const texts = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(texts.map(async (name) => writeFileSync(join(assets, `${name}.br`), await squeeze(readFileSync(join(assets, name))))))
  },
}

export default defineConfig({
  plugins: [onlyOurLanguages, react(), appOnItsWay, squeezed],
  publicDir: 'src/ui/public',
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  // One React and one first paint in development too: found up front, nothing reloads the page half-way.
  optimizeDeps: { entries: ['index.html', 'src/features/**/*.page.tsx'] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Read by the bench that measures what a browser downloads.
    manifest: true,
    // Browsers that know light-dark(): older ones would get it spelled out, and wrongly under a chosen theme.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The strict content policy forbids data: fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Squeezing takes most of a build, and is meant to.
      checks: { bundlerTimings: false },
      output: {
        // Few files, as each costs a way there and back: what every screen needs in one, what changes seldom in another, the doors
        // together. The start comes first of all, or it would lie in the app that it is not to wait for.
        codeSplitting: {
          groups: [
            { name: 'start', test: /src\/app\/web-start\.ts$/, priority: 4 },
            { name: 'libraries', test: /node_modules\/(react-dom|@tanstack|zod)\//, priority: 3 },
            { name: 'app', test: /src\/app\/web\.tsx$/, priority: 2 },
            { name: 'door', test: /src\/features\/membership\/[^/]*\.(page|form|part)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: process.env.DAYBOOK_API ?? 'http://127.0.0.1:3000' } } },
})
