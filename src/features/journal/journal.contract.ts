import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, FactId, IdNumber, LocationList } from '#shared/fields.ts'
import { DAY_STATES } from './day-state.rules.ts'
import { FORMS } from './file-forms.rules.ts'
import { LINE_KINDS } from './journal-lines.rules.ts'
import { exportTable, journalTable } from './journal-table.rules.ts'

const Line = z.object({
  Kind: z.enum(LINE_KINDS),
  /** Which department, media or method of its kind; 0 where there is one only. */
  Key: z.int(),
  Name: z.string(),
  Code: z.string(),
  Account: z.string(),
  TaxRate: z.string(),
  Debit: z.nullable(z.number()),
  Credit: z.nullable(z.number()),
  /** Tax that belongs to the line and stands in the line Tax; above zero where it is a debit. */
  Tax: z.number(),
})
export type AnswerLine = z.infer<typeof Line>

/** What a day comes to, in major units. */
const SUMS = {
  /** Sales without tax, promotions, discounts and refunds taken off, surcharges added. */
  Sales: z.number(),
  Tax: z.number(),
  /** Everything that was paid: the Takings of the reports. */
  Takings: z.number(),
  /** Over or short of the drawers that were counted; short is below zero. */
  OverShort: z.number(),
  /** Debits; the credits come to the same. */
  Debits: z.number(),
  Credits: z.number(),
} as const

const JournalDay = z.object({
  LocationId: z.int(),
  Location: z.string(),
  Currency: z.string(),
  Day,
  State: z.enum(DAY_STATES),
  /** Drawers that nobody has counted yet. */
  OpenSheets: z.int(),
  ...SUMS,
  ExportId: z.nullable(z.string()),
  ExportedAt: z.nullable(z.string()),
  ExportedBy: z.nullable(z.string()),
  /** How often it was exported, including corrections. */
  Parts: z.int(),
  Lines: z.array(Line),
  /** What changed since it was exported: the lines of the next correcting journal. */
  Difference: z.array(Line),
})

const JournalAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** The newest day first; a day without trade and without an export is left out. */
  Days: z.array(JournalDay),
  /** Departments of these days without an account. Their sales go to the account for sales without an account. */
  Unmapped: z.array(z.object({ Key: z.int(), Name: z.string() })),
  /** One entry per currency. */
  Totals: z.array(z.object({ Currency: z.string(), Days: z.int(), ...SUMS })),
  AsAt: z.string(),
})
export type JournalAnswer = z.infer<typeof JournalAnswer>
export type JournalDay = JournalAnswer['Days'][number]

const Export = z.object({
  ExportId: z.string(),
  ExportedAt: z.string(),
  ExportedBy: z.string(),
  FromDate: Day,
  ToDate: Day,
  Currency: z.string(),
  Locations: z.array(z.string()),
  /** Days exported for the first time, and corrections of days exported before. */
  Days: z.int(),
  Corrections: z.int(),
  Lines: z.int(),
  /** Files for Xero, which takes 300 lines at a time. */
  XeroFiles: z.int(),
})
export type JournalExport = z.infer<typeof Export>

const ExportAnswer = z.object({
  Export,
  Journals: z.array(
    z.object({
      JournalNo: z.string(),
      LocationId: z.int(),
      Location: z.string(),
      Day,
      /** 0 for the first export of the day. */ Correction: z.int(),
      Lines: z.array(Line),
    }),
  ),
  AsAt: z.string(),
})
export type ExportAnswer = z.infer<typeof ExportAnswer>

const access = ['can_viewsales', 'can_viewcontrolsheet'] as const

/** The journal of each trading day for the accountant, and its exports. */
export const journal = contract({
  journal: report({
    path: '/reports/journal',
    summary:
      'A balanced journal for each location and trading day, for at most 92 days. It has sales by department without tax, promotions, discounts and refunds, tax, surcharges, liabilities, the clearing account of each media, over or short, and rounding. A day that changed after it was exported also shows the difference.',
    access,
    query: z.object({ FromDate: Day, ToDate: Day, Locations: z.optional(LocationList), ...WRITTEN }),
    response: JournalAnswer,
    table: journalTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-10' } },
  }),
  exportJournal: operation({
    method: 'POST',
    path: '/reports/journal',
    summary:
      'Export the days of a range that have not been exported yet, and the differences of days that changed since their export. Days that are not over are left out. Days with uncounted drawers are left out too, unless you ask for them. ExportId is null if there is nothing to export.',
    access,
    body: z.object({
      FromDate: Day,
      ToDate: Day,
      Locations: z.optional(z.array(IdNumber).check(z.maxLength(500))),
      /** Also export days with uncounted drawers. A later count is exported as a correction. */
      IncludeNotFinal: z.optional(z.boolean()),
    }),
    response: z.object({
      ExportId: z.nullable(z.string()),
      Days: z.int(),
      Corrections: z.int(),
      /** Days left out since they are not final. */ LeftOut: z.int(),
    }),
    example: { as: 'owner', body: { FromDate: '2026-11-09', ToDate: '2026-11-09', Locations: [1], IncludeNotFinal: true } },
  }),
  exports: operation({
    method: 'GET',
    path: '/journal/exports',
    summary: 'The last 100 journal exports at your locations, newest first, with who exported them, when and which days.',
    access,
    response: z.object({ Exports: z.array(Export) }),
    example: { as: 'owner' },
  }),
  export: report({
    path: '/journal/export',
    summary: 'One journal export with its journals and lines, as they were exported.',
    access,
    query: z.object({ Export: FactId, ...WRITTEN }),
    response: ExportAnswer,
    table: exportTable,
    example: { as: 'owner', query: { Export: '{journal-export}' } },
  }),
  file: operation({
    method: 'GET',
    path: '/journal/exports/:id/file',
    summary: 'One journal export as a file for Xero, MYOB or QuickBooks Online. The file is the same each time.',
    access,
    answersFile: true,
    params: z.object({ id: FactId }),
    query: z.object({
      Form: z.enum(FORMS),
      /** Which of the files, where Xero needs several. */
      File: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a whole number')), z.transform(Number))),
      Language: z.optional(z.enum(['en', 'jp'])),
    }),
    example: { as: 'owner', params: { id: '{journal-export}' }, query: { Form: 'Xero' } },
  }),
})
