import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ROOT, VERSION } from '#platform/version.ts'
import { docsPage } from './docs-page.ts'
import { sendInPieces } from './in-pieces.ts'
import { type Feature, openApi } from './openapi.ts'

/** The page's own files, so that it needs neither a build nor another origin; the look is the app's. */
const FILES = {
  'docs-page.css': ['src/platform/web/docs-page.css', 'text/css; charset=utf-8'],
  'docs-page.js': ['src/platform/web/docs-page.js', 'text/javascript; charset=utf-8'],
  'favicon.svg': ['src/ui/public/favicon.svg', 'image/svg+xml'],
  'styles/tokens.css': ['src/ui/styles/tokens.css', 'text/css; charset=utf-8'],
  'fonts/instrument-sans-latin.woff2': ['src/ui/fonts/instrument-sans-latin.woff2', 'font/woff2'],
} as const

/** Serves the description of the API: /api/openapi.json for machines, /api/docs for people. */
export const serveDocumentation = (app: FastifyInstance, features: readonly Feature[]): void => {
  // Writing it takes a third of a second, which a start need not wait for. As bytes: a text would be turned into them for each caller.
  let kept: { json: Buffer; page: Buffer } | undefined
  const written = () => {
    if (!kept) {
      const document = openApi(features, VERSION)
      kept = { json: Buffer.from(JSON.stringify(document)), page: Buffer.from(docsPage(document)) }
    }
    return kept
  }
  app.get('/api/openapi.json', (_request, reply) => sendInPieces(reply.type('application/json; charset=utf-8'), written().json))
  app.get('/api/docs', (_request, reply) => sendInPieces(reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8'), written().page))
  for (const [name, [file, type]] of Object.entries(FILES)) {
    const bytes = readFileSync(join(ROOT, file))
    app.get(`/api/docs/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(bytes))
  }
}
