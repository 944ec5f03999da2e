import { defineConfig } from 'vite'

/** The server, the command line and the programs that read files and photos, and what several of them need. Packages are left as they are and found in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20.19',
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        server: 'src/app/server.ts',
        cli: 'src/app/cli.ts',
        'file-program': 'src/features/imports/file-program.adapter.ts',
        'photo-program': 'src/platform/files/photo-program.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared.mjs' },
    },
  },
})
