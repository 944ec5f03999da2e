import { expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { deedText } from '#features/audit/audit-words.rules.ts'
import { lookedAtWords, reportWords } from '#features/audit/read-words.messages.ts'
import { type AnyOperation, isOrAdmin } from '#shared/endpoint.ts'
import { text } from '#shared/messages.ts'

const pathsOf = (which: (operation: AnyOperation) => unknown): string[] =>
  operations.filter(({ operation }) => operation.method === 'GET' && which(operation)).map(({ operation }) => operation.path)

it('every report that comes as a file has its words in the trail', () => {
  const reports = pathsOf(({ table }) => table)
  expect(reports).toContain('/reports/plu-sales')
  expect(reports.filter((path) => !(path in reportWords.en))).toEqual([])
})

it('everything Admin may look at in a venue has its words, and they are what is said', () => {
  const looked = pathsOf(({ access }) => isOrAdmin(access))
  expect(looked).toContain('/venue/:venueId/employees')
  expect(looked.filter((path) => !(path in lookedAtWords.en))).toEqual([])
  const said = (language: 'en' | 'jp') =>
    deedText(
      { Action: 'admin.read', Subject: 'GET /venue/:venueId/employees', SubjectName: null },
      { language, say: (all, key, values) => text(all, language, key, values), moment: String },
    )
  expect([said('en'), said('jp')]).toEqual(['viewed the employees as Admin', '管理者として従業員を閲覧しました'])
})
