import { defineConfig } from 'vite'

/** The server and the command line, and a file of what both need. Packages are left as they are and found in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20.19',
    reportCompressedSize: false,
    rolldownOptions: {
      input: { server: 'src/app/server.ts', cli: 'src/app/cli.ts' },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared.mjs' },
    },
  },
})
