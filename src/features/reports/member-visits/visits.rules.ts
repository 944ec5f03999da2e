import { placesIn, RowFigures, type RowKind, ratio } from '#features/reports/kit/row-figures.rules.ts'

/** What is kept for each location and column; the first three are counted, never added up, since a member counts once. */
export const VISITS = { visits: 0, unique: 1, isNew: 2, sales: 3, amount: 4, allAmount: 5, pointsAccrued: 6, pointsRedeemed: 7 } as const
export const VISITS_WIDTH = 8

const KINDS = {
  Visits: 'count',
  UniqueMembers: 'count',
  NewMembers: 'count',
  ReturningMembers: 'count',
  VisitsPerMember: 'count',
  MemberSales: 'count',
  Amount: 'money',
  PerVisit: 'money',
  SharePercent: 'percent',
  PointsAccrued: 'count',
  PointsRedeemed: 'count',
} as const satisfies Record<string, RowKind>
export type VisitFigure = keyof typeof KINDS

const AT = placesIn(KINDS)

/** Who came, how often, and what they spent. */
export const visitFigures = new RowFigures<VisitFigure>(KINDS, (made, sums, at) => {
  const sum = (which: number) => sums[at + which] as number
  const [visits, unique, isNew, amount] = [sum(VISITS.visits), sum(VISITS.unique), sum(VISITS.isNew), sum(VISITS.amount)]
  made[AT.Visits] = visits
  made[AT.UniqueMembers] = unique
  made[AT.NewMembers] = isNew
  made[AT.ReturningMembers] = unique - isNew
  made[AT.VisitsPerMember] = ratio(visits, unique)
  made[AT.MemberSales] = sum(VISITS.sales)
  made[AT.Amount] = amount
  made[AT.PerVisit] = ratio(amount, visits)
  made[AT.SharePercent] = ratio(amount, sum(VISITS.allAmount)) * 100
  made[AT.PointsAccrued] = sum(VISITS.pointsAccrued)
  made[AT.PointsRedeemed] = sum(VISITS.pointsRedeemed)
})
