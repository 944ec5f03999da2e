import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

  it('keeps to what JSON Schema can say', () => {
    const written = JSON.stringify(document)
    expect(written).not.toContain('$schema')
    expect(written).not.toContain('9007199254740991')
    expect(written).not.toMatch(/"format":"date","pattern"/)
  })
})

it('the server has no address of the API beside the operations and their documentation', async () => {
  const app = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, ROOT), '')
  const served: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${url}`)
  })
  mount(app, {} as Service, implementations)
  serveDocumentation(app, features)
  const known = operations.map(({ operation: { method, path } }) => `${method} /api${path}`)
  const others = served.filter((each) => !known.includes(each))
  expect(others.every((each) => /^GET \/api\/(docs(\/|$)|openapi\.json$)/.test(each))).toBe(true)
  expect(served.filter((each) => known.includes(each)).sort()).toEqual(known.sort())
  await app.close()
})
