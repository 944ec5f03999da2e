import * as z from 'zod/mini'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, sentText, shortText } from '#shared/fields.ts'

/** A report as a screen asks for it: the call's path below /api and its query. */
const AskedReport = z.object({
  Path: z.string().check(z.maxLength(200), z.regex(/^\/[\w/-]+$/, 'must be the path of a report')),
  Query: z.record(z.string().check(z.maxLength(50)), sentText(4000)),
})

/** What a report screen shows, as its address and the call behind it. */
export const VIEWED = {
  /** The screen. */
  Path: z.string().check(z.maxLength(200), z.regex(/^\/reports\/[\w/-]+$/, 'must be the address of a report')),
  /** What stands behind the `?` of its address; a ready-made range stays a word, so it moves with time. */
  Search: sentText(2000),
  Report: AskedReport,
} as const

const Viewed = z.object(VIEWED)
export type Viewed = z.infer<typeof Viewed>

export const ViewName = shortText(80, 1).check(z.refine((name) => name.trim() !== '', 'must have a name'))

const View = z.object({
  ViewId: z.string(),
  Name: z.string(),
  ...VIEWED,
  /** Everybody of the venue who may see the report may open it. */
  Shared: z.boolean(),
  Mine: z.boolean(),
  /** Whose it is. */
  Owner: z.string(),
  /** Opened when the person signs in. */
  Home: z.boolean(),
})
export type View = z.infer<typeof View>

export const NewView = z.object({ Name: ViewName, ...VIEWED, Shared: z.optional(z.boolean()) })

const access = { anyOf: REPORT_TAGS } as const
const params = z.object({ viewId: FactId })
const example = {
  Name: 'Last week, day by day',
  Path: '/reports/sales',
  Search: 'range=lastweek&by=day',
  Report: { Path: '/sales/day', Query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'same-days-last-week' } },
}

/** Report screens kept under a name. */
export const savedViews = contract({
  listViews: operation({
    method: 'GET',
    path: '/reports/views',
    summary: 'Your own views and those shared with the venue, for the reports you may see.',
    access,
    response: z.object({ Views: z.array(View) }),
    example: { as: 'owner' },
  }),
  saveView: operation({
    method: 'POST',
    path: '/reports/views',
    summary: 'Save a report screen under a name, for yourself or for the venue.',
    access,
    body: NewView,
    response: View,
    example: { as: 'owner', body: { ...example, Name: 'Last week {fresh}' } },
  }),
  changeView: operation({
    method: 'PUT',
    path: '/reports/views/:viewId',
    summary: 'Rename a view, share it or stop sharing it, or change what it shows.',
    access,
    params,
    body: z.object({ Name: z.optional(ViewName), Shared: z.optional(z.boolean()), Shows: z.optional(Viewed) }),
    response: View,
    example: { as: 'owner', params: { viewId: '{view}' }, body: { Name: 'The week before {fresh}' } },
  }),
  removeView: operation({
    method: 'DELETE',
    path: '/reports/views/:viewId',
    summary: 'Delete a view. With can_editsettings also a shared view of someone else.',
    access,
    params,
    example: { as: 'owner', params: { viewId: '{view}' } },
  }),
  chooseHome: operation({
    method: 'POST',
    path: '/reports/home',
    summary: 'Choose the view that opens when you sign in, or none.',
    access,
    body: z.object({ ViewId: z.nullable(FactId) }),
    example: { as: 'owner', body: { ViewId: null } },
  }),
})
