import type { CSSProperties, ReactNode } from 'react'
import { worthOf } from '#features/loyalty/balance.rules.ts'
import type { PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import type { PointsFigure } from '#features/loyalty/points-figures.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { usePlacesAsked } from '#features/reports/kit/screen/no-data.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import tile from '#features/reports/kit/screen/tile.module.css'
import { venueConfig } from '#features/venues/venue-config.contract.ts'
import { plainDayText } from '#shared/cell-text.ts'
import { moneyText, percentText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { Spark } from '#ui/spark.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { STATE_OF } from './difference-state.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'
import { vouchersOf } from './roll-forward.rules.ts'

/** The figures one looks at first. What points are worth goes by the venue's smallest voucher. */
export const PointsTiles = ({ answer: { Totals, Compare }, currency }: { answer: PointsAnswer; currency: string }) => {
  const say = useSay(pointsScreenWords)
  const { language } = useLanguage()
  const { plain, signed, figure } = usePointsText()
  const moved = (Totals.Closing ?? 0) - (Totals.Opening ?? 0)
  const differing = Totals.Explained.filter(({ Points }) => Points !== 0)
  const unexplained = differing.filter(({ Reason }) => STATE_OF[Reason] === 'bad').length
  const vouchers = vouchersOf(Totals)
  const config = useCall(venueConfig.config, { params: { id: useStoredUser()?.VenueId ?? 0 } }).data?.Config
  const worth = worthOf(Totals.Closing ?? 0, config?.VoucherPoints[20])
  return (
    <section className="figures" aria-label={say('figures')} ref={oneStop}>
      <Tile title={say('held')} value={plain(Totals.Closing ?? 0)} course={courseOf(Totals, 'Closing')} hero>
        <b>{say('heldChange', { points: signed(moved) })}</b>
        {worth !== undefined && <> · {say('worth', { amount: moneyText(worth, currency, language) })}</>}
      </Tile>
      <Tile title={figure('Accrued')} value={plain(Totals.Accrued ?? 0)} course={courseOf(Totals, 'Accrued')}>
        <Change figure="Accrued" now={Totals} then={Compare} />
      </Tile>
      <Tile title={figure('Redeemed')} value={plain(Totals.Redeemed ?? 0)} course={courseOf(Totals, 'Redeemed')}>
        <Change figure="Redeemed" now={Totals} then={Compare} />
      </Tile>
      <Tile title={say('vouchers')} value={plain(vouchers)} course={undefined}>
        {Totals.VoucherAmount !== null && say('voucherAmount', { amount: moneyText(Totals.VoucherAmount, currency, language) })}
      </Tile>
      <Tile title={say('differences')} value={plain(differing.length)} course={undefined} bad={unexplained > 0}>
        {differing.length === 0 ? (
          say('allAgree')
        ) : unexplained > 0 ? (
          <>
            <Icon name="attention" /> <b>{say.count('notExplained', unexplained)}</b>
          </>
        ) : (
          say('allExplained')
        )}
      </Tile>
    </section>
  )
}

interface ChangeProps {
  figure: PointsFigure
  now: PointsAnswer['Totals']
  then: PointsAnswer['Compare']
}

/** By how much a figure differs from the range it is held against; draws nothing where it is not compared. */
const Change = ({ figure, now, then }: ChangeProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { signed } = usePointsText()
  const unknown = noDataBefore(then?.Ranges, usePlacesAsked(then?.Locations.map(({ LocationId }) => LocationId).join(',')))
  if (!then) return null
  if (unknown) return <span className={tile.base}>{say('noDataBefore', { day: plainDayText(unknown, language) })}</span>
  const base = then.Totals[figure] ?? 0
  const difference = (now[figure] ?? 0) - base
  return (
    <>
      {difference !== 0 && <Icon name={difference > 0 ? 'up' : 'down'} />}
      <b>{signed(difference)}</b> {base !== 0 && difference !== 0 && percentText(difference / base, language)}
      <span className={tile.base}> {say('onBase', { what: say(`on.${then.Kind as 'previous'}`) })}</span>
    </>
  )
}

interface TileProps {
  title: string
  value: string
  /** The figure by period; nothing where it has none. */
  course: readonly (number | null)[] | undefined
  hero?: boolean
  bad?: boolean
  children?: ReactNode
}

const Tile = ({ title, value, course, hero, bad, children }: TileProps) => (
  <div className={hero ? `${tile.tile} hero` : tile.tile} style={{ '--len': value.length } as CSSProperties}>
    <h2>{title}</h2>
    <p className="fig">{value}</p>
    <Spark now={(course ?? []).filter((value) => value !== null)} fromZero={false} />
    <p className={bad ? 'delta bad' : 'delta'}>{children}</p>
  </div>
)

const courseOf = ({ ByPeriod }: PointsAnswer['Totals'], figure: PointsFigure) => ByPeriod?.[figure]
