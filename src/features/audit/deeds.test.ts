import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#platform/version.ts'
import { deedWords } from './audit.messages.ts'
import { particulars } from './audit.rules.ts'

const CALL = /(?:recordAudit\(|\.audit\(|auditRefusal\(|const event = )[\s\S]{0,300}?/
const ACTION = /\baction: '([a-z][\w-]*(?:\.[\w-]+)?)'|auditRefusal\([^)]*?'([a-z][\w-]*\.[\w-]+)'/g

it('every action of the audit trail has its words', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.(test|e2e)\./.test(file))
  const actions = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8')
    return CALL.test(source) ? [...source.matchAll(ACTION)].map(([, action, refusal]) => action ?? refusal ?? '') : []
  })
  expect(actions).toContain('session.companion-missing')
  expect(actions.length).toBeGreaterThan(15)
  expect([...new Set(actions)].filter((action) => !(action in deedWords.en))).toEqual([])
})

it('particulars leave out what says nothing', () => {
  const detail = { AddedRoles: ['Supervisor', 'Staff'], RemovedRoles: [], Comment: '', Version: null, Tries: 0, Active: false }
  expect(particulars(detail)).toEqual([
    { Name: 'AddedRoles', Value: 'Supervisor, Staff' },
    { Name: 'Tries', Value: '0' },
    { Name: 'Active', Value: 'false' },
  ])
})
