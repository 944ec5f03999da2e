import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appOnItsWay, contractsForBrowsers, filesKeptForOffline, filesOfScreens, onlyOurLanguages, squeezed } from './vite.plugins.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  plugins: [onlyOurLanguages, contractsForBrowsers, react(), appOnItsWay, filesOfScreens, filesKeptForOffline, squeezed],
  publicDir: 'src/ui/public',
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  // One React and one first paint in development too: found up front, nothing reloads the page half-way.
  optimizeDeps: { entries: ['index.html', 'src/features/**/*.page.tsx'] },
  // Short in the files, as each name stands in the styles and in the code.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
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
      // Describing a shape does nothing by itself: the shapes of answers, which only the server checks, stay behind with it.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      output: {
        // Few files, as each costs a way there and back: what every screen needs in one, what changes seldom in another, the doors
        // together, what most screens are made of, what every report has, and what stands under several reports. The start comes first
        // of all, or it would lie in the app that it is not to wait for.
        codeSplitting: {
          groups: [
            { name: 'start', test: /src\/app\/web-start\.ts$/, priority: 4 },
            { name: 'libraries', test: /node_modules\/(react-dom|@tanstack|zod)\//, priority: 3 },
            { name: 'app', test: /src\/app\/web\.tsx$/, priority: 2 },
            {
              name: 'days',
              test: /src\/(shared\/(trading-)?day\.ts$|ui\/range-picker\.tsx$|features\/reports\/kit\/(calendar\/|(covers|range|period|by-period|today|filter|report-table)\.rules\.ts$))/,
              priority: 1.5,
            },
            {
              name: 'views',
              test: /src\/features\/(delivery\/(exports|saved-views\/saved-views)\.contract|reports\/kit\/(report-tags\.rules|screen\/use-export\.part))\.ts$/,
              priority: 1.5,
            },
            { name: 'parts', test: /src\/(ui\/(blank|data-table|segmented|modal)\.tsx|ui\/use-moment\.ts|shared\/(cell-text|range|money)\.ts)$/, priority: 1 },
            { name: 'forms', test: /src\/ui\/(form|field)\.tsx$/, priority: 1.2 },
            { name: 'people', test: /src\/features\/employees\/[^/]*\.module\.css$/, priority: 1 },
            {
              name: 'door',
              test: /src\/features\/membership\/(?!own-|preferences|hours-picture|invitations)[^/]*\.(page\.tsx|form\.tsx|part\.tsx|module\.css)$/,
              priority: 1,
            },
            {
              name: 'report',
              test: /src\/features\/(reports\/kit\/(screen\/(?!bar|change|rank|spreadsheet|why-told|definitions)|(?!figures-of|reservations|trend-screen|breakdown|products)[^/]*\.(rules|contract|messages)\.ts$)|sums\/reading\/[^/]*\.rules\.ts$)/,
              priority: 1,
            },
            { name: 'lines', test: /src\/(ui\/line-chart|features\/reports\/kit\/cards\/service-strip)\./, priority: 0.5 },
            {
              name: 'beside',
              test: /src\/(features\/reports\/(kit\/cards|trend|bistro-covers|plu-sales\/best-sellers)|ui\/(beside|call-table)\.(tsx|module\.css)$)/,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: process.env.DAYBOOK_API ?? 'http://127.0.0.1:3000' } } },
})
