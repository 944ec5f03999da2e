import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { coversDrill } from '#features/reports/kit/covers-drill.rules.ts'
import { reservationsDrill } from '#features/reports/kit/reservations-drill.rules.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { CallTable } from '#ui/call-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Near } from '#ui/near.tsx'
import { dashboardWords } from './dashboard.messages.ts'
import { receiptsBehind, receiptsOf } from './receipts-behind.part.ts'
import { SaveActs } from './save-acts.part.tsx'

/** Covers, members who came and reservations of the page's days, each by location. */
export const WhoCame = ({ query: byDays, currency }: { query: Record<string, string>; currency: string }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const n = (value: number | null) => numberText(value ?? 0, language)
  const money = (value: number | null) => moneyText(value ?? 0, currency, language, 'plain')
  return (
    <>
      <Near>
        <CallTable
          operation={bistroCovers.bistroCovers}
          query={byDays}
          title={say('covers')}
          columns={['Location', 'LunchCovers', 'DinnerCovers', 'Covers', 'BookedCovers', 'WalkInCovers', 'Net', 'PerCover', 'FoodPerCover', 'BeveragePerCover']}
          currency={currency}
          acts={<SaveActs path={bistroCovers.bistroCovers.path} query={byDays} />}
          target={(row, { key }, answer) => {
            const drill = coversDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
            return drill && receiptsBehind(answer, drill)
          }}
          below={({ Totals }) => (
            <p className="note">
              {say('coversNote')}{' '}
              {Totals.PerCover !== null && say('perCoverWorked', { net: money(Totals.Net), covers: n(Totals.Covers), each: money(Totals.PerCover) })}
            </p>
          )}
          empty={({ Totals }) => (Totals.Covers === 0 ? <p className="note">{say('noCovers')}</p> : undefined)}
        />
      </Near>
      <Near>
        <CallTable
          operation={memberVisits.memberVisits}
          query={byDays}
          title={say('visits')}
          columns={[
            'Location',
            'Visits',
            'UniqueMembers',
            'NewMembers',
            'ReturningMembers',
            'VisitsPerMember',
            'MemberSales',
            'Amount',
            'PerVisit',
            'SharePercent',
            'PointsAccrued',
            'PointsRedeemed',
          ]}
          currency={currency}
          acts={<SaveActs path={memberVisits.memberVisits.path} query={byDays} />}
          target={(row, { key }, answer) =>
            key === 'MemberSales' ? receiptsOf(answer, row, 'LoyaltyCount') : key === 'Amount' ? receiptsOf(answer, row, 'LoyaltySales') : undefined
          }
          below={({ Totals }) => (
            <p className="note">
              {say('membersNote')}{' '}
              {Totals.VisitsPerMember !== null &&
                say('perMember', { visits: n(Totals.Visits), members: n(Totals.UniqueMembers), each: n(Totals.VisitsPerMember) })}
            </p>
          )}
          empty={({ Totals }) => (Totals.Visits === 0 ? <p className="note">{say('noVisits')}</p> : undefined)}
        />
      </Near>
      <Near>
        <CallTable
          operation={reservations.reservations}
          query={byDays}
          title={say('reservations')}
          columns={[
            'Location',
            'Reservations',
            'ReservedCovers',
            'Seated',
            'NoShows',
            'NoShowPercent',
            'WalkIns',
            'TurnMinutes',
            'ReservedNet',
            'ReservedPerHead',
            'WalkInNet',
            'WalkInPerHead',
          ]}
          currency={currency}
          acts={<SaveActs path={reservations.reservations.path} query={byDays} />}
          target={(row, { key }, answer) => {
            const drill = reservationsDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
            return drill && receiptsBehind(answer, drill)
          }}
          below={({ Totals }) => (
            <p className="note">
              {say('noShowNote')}{' '}
              {Totals.NoShowPercent !== null &&
                say('noShowWorked', { noShows: n(Totals.NoShows), base: n(Totals.NoShowBase), percent: n(Totals.NoShowPercent) })}
            </p>
          )}
          empty={({ Totals }) => (Totals.Reservations === 0 && Totals.WalkIns === 0 ? <p className="note">{say('noReservations')}</p> : undefined)}
        />
      </Near>
    </>
  )
}
