import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { features, implementations, operations } from '#app/operations.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT, VERSION } from '#platform/version.ts'
import { serveDocumentation } from '#platform/web/documentation.ts'
import type { Service } from '#platform/web/implement.ts'
import { mount } from '#platform/web/mount.ts'
import { type OpenApi, openApi } from '#platform/web/openapi.ts'
import { createWebServer } from '#platform/web/web-server.ts'

const document = JSON.parse(JSON.stringify(openApi(features, VERSION))) as OpenApi
const described = Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))

it('docs/openapi.json says what the contracts say; npm run generate writes it anew', () => {
  const written = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'))
  expect(written).toEqual(document)
})

describe('the document', () => {
  it('describes every operation once, under a name of its own', () => {
    const here = described.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const served = operations.map(({ operation: { method, path } }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(here.sort()).toEqual(served.sort())
    const names = described.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('says of each who may call it, what it is for, and how it can be refused', () => {
    for (const { path, operation } of described) {
      expect({ path, access: operation['x-access'].length > 4, summary: /\.$/.test(operation.summary), failures: operation['x-failures'].length > 2 }).toEqual({
        path,
        access: true,
        summary: true,
        failures: true,
      })
      for (const code of operation['x-failures']) expect(operation.responses).toHaveProperty(String(document['x-failures'][code]?.status))
    }
  })

  it('names every parameter of its paths, and no other', () => {
    for (const { path, operation } of described) {
      const named = (operation.parameters ?? [])
        .filter((parameter) => 'in' in parameter && parameter.in === 'path')
        .map((parameter) => ('name' in parameter ? parameter.name : ''))
      expect(named.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
    }
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path?.split('/') ?? [])
    expect(references.length).toBeGreaterThan(50)
    for (const path of references) {
      expect({ path, there: path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document) !== undefined }).toEqual({
        path,
        there: true,
      })
    }
  })

  it('passes every recommended rule of Redocly: examples match their schemas, and no two paths are ambiguous', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual([])
  })

  it('has examples that the server accepts, without placeholders', () => {
    for (const { operation } of operations) {
      const { path, method, params, query, body } = operation
      const shown = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
      const given = (shown?.parameters ?? []).filter((parameter) => 'name' in parameter)
      const sent = (place: string) =>
        Object.fromEntries(given.flatMap((each) => (each.in === place && each.example !== undefined ? [[each.name, String(each.example)]] : [])))
      const example = shown?.requestBody?.content['application/json']?.example
      const wrong = [params?.safeParse(sent('path')), query?.safeParse(sent('query')), body?.safeParse(example)].map((parsed) => parsed?.error?.issues)
      expect({ method, path, wrong, placeholders: JSON.stringify([sent('path'), sent('query'), example]).match(/\{[\w-]+\}/g) }).toEqual({
        method,
        path,
        wrong: [undefined, undefined, undefined],
        placeholders: null,
      })
    }
  })

  it('keeps to what JSON Schema can say', () => {
    const written = JSON.stringify(document)
    expect(written).not.toContain('$schema')
    expect(written).not.toContain('9007199254740991')
    expect(written).not.toMatch(/"format":"date","pattern"/)
  })
})

it('gives a generated client a type for every answer, and its calls compile', async () => {
  const run = promisify(execFile)
  const here = join(ROOT, 'tests/openapi-client')
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'test-results/openapi-client-'))
  try {
    const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
    const [source, types] = [join(ROOT, 'docs/openapi.json'), join(folder, 'openapi.d.ts')]
    await run(process.execPath, ['--import', join(here, 'typescript-api.mjs'), generator, source, '-o', types])
    for (const file of ['client.ts', 'tsconfig.json']) copyFileSync(join(here, file), join(folder, file))
    const compiled = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error: { stdout: string }) => error)
    expect(compiled.stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  // Generating the types and compiling the client are two programs of several seconds each.
}, 120_000)

it('the server has no address of the API beside the operations and their documentation', async () => {
  const app = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, ROOT), '')
  const served: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${url}`)
  })
  mount(app, {} as Service, implementations)
  serveDocumentation(app, features)
  const known = operations.flatMap(({ operation: { method, path, alsoAt } }) => [path, ...(alsoAt ? [alsoAt] : [])].map((each) => `${method} /api${each}`))
  const others = served.filter((each) => !known.includes(each))
  expect(others.every((each) => /^GET \/api\/(docs(\/|$)|openapi\.json$)/.test(each))).toBe(true)
  expect(served.filter((each) => known.includes(each)).sort()).toEqual(known.sort())
  await app.close()
})
