import * as z from 'zod/mini'
import { COMPARISONS } from '#features/reports/kit/comparison.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, idOrShown, shortText } from '#shared/fields.ts'
import { TAGS } from '#shared/permissions.ts'
import { metricOf } from './catalogue.rules.ts'
import { MOST_MEASURES, PERIODS } from './measures.rules.ts'
import { DIMENSIONS, GROUPS, UNITS, VISUALS } from './metrics.rules.ts'

const Period = z.union([
  z.enum(PERIODS),
  z.object({ FromDate: Day, ToDate: Day }).check(z.refine(({ FromDate, ToDate }) => FromDate <= ToDate, 'ends before it begins')),
])
/** Without dates of one's own: those are the page's to choose. */
const Compare = z.enum(COMPARISONS.filter((kind) => kind !== 'custom'))

/** A figure of a dashboard. What is null or empty is the page's own: its range, what it is held against, its locations. */
const MEASURE = {
  Metric: z.string().check(z.refine((id) => metricOf(id) !== undefined, 'must be a metric from GET /metrics')),
} as const

const SentMeasure = z.object({
  ...MEASURE,
  Id: z.optional(shortText(64, 1)),
  Title: z.optional(z.nullable(shortText(80))),
  Dimension: z.optional(z.nullable(z.enum(DIMENSIONS))),
  Period: z.optional(z.nullable(Period)),
  Compare: z.optional(z.nullable(Compare)),
  Locations: z.optional(z.nullable(z.array(idOrShown('LocationId')).check(z.maxLength(500)))),
  Visual: z.optional(z.enum(VISUALS)),
  Width: z.optional(z.int().check(z.minimum(1), z.maximum(4))),
  Order: z.optional(z.int().check(z.minimum(0), z.maximum(9999))),
})
export type SentMeasure = z.output<typeof SentMeasure>

const ShownMeasure = z.object({
  Id: z.string(),
  /** What the person calls it; '' is the metric's own name. */
  Title: z.string(),
  Metric: z.string(),
  Dimension: z.nullable(z.enum(DIMENSIONS)),
  Period: z.nullable(Period),
  Compare: z.nullable(z.enum(COMPARISONS)),
  Locations: z.array(z.int()),
  Visual: z.enum(VISUALS),
  /** Columns of four. */
  Width: z.int(),
  Order: z.int(),
  /** Whether its figure is for this person now: they hold its tag, the venue has its report switched on, and its locations are theirs. */
  Permitted: z.boolean(),
})

const Dashboard = z.object({
  /** In their order. */
  Measures: z.array(ShownMeasure),
  /** Whether the person saved them; otherwise they are what the person's tags begin with. */
  Saved: z.boolean(),
})
export type Dashboard = z.infer<typeof Dashboard>

const CatalogueEntry = z.object({
  Id: z.string(),
  Name: z.string(),
  Tag: z.enum(TAGS),
  Unit: z.enum(UNITS),
  Group: z.enum(GROUPS),
  Dimensions: z.array(z.enum(DIMENSIONS)),
  Visuals: z.array(z.enum(VISUALS)),
  /** Every pair of visual and dimension that PUT /DashboardsConfig accepts. */
  Pairs: z.array(z.object({ Visual: z.enum(VISUALS), Dimension: z.nullable(z.enum(DIMENSIONS)) })),
})

const access = ['can_viewdashboard'] as const

/** Each person's own dashboard at a venue. */
export const dashboards = contract({
  dashboard: operation({
    method: 'GET',
    path: '/DashboardsConfig',
    summary:
      'The measures on your dashboard at this venue. Until you save any, those that your tags start with. A measure you may no longer see stays, without a figure.',
    access,
    response: Dashboard,
    example: { as: 'owner' },
  }),
  saveDashboard: operation({
    method: 'PUT',
    path: '/DashboardsConfig',
    summary: `Save these measures, at most ${MOST_MEASURES}, in place of the ones before. A measure needs the tag of its metric.`,
    access,
    body: z.object({ Measures: z.array(SentMeasure).check(z.maxLength(MOST_MEASURES)) }),
    response: Dashboard,
    example: { as: 'owner', body: { Measures: [{ Id: 'net', Metric: 'Net', Period: 'Today', Compare: 'same-days-last-week', Visual: 'tile', Width: 2 }] } },
  }),
  metrics: operation({
    method: 'GET',
    path: '/metrics',
    summary: 'The figures you may have on a dashboard at this venue, with the allowed pairs of visual and dimension of each, and the layout you start with.',
    access,
    query: z.object({ Language: z.optional(z.enum(['en', 'jp'])) }),
    response: z.object({ Metrics: z.array(CatalogueEntry), Defaults: z.array(ShownMeasure) }),
    example: { as: 'owner' },
  }),
})
