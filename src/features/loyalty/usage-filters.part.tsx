import type { ReactNode } from 'react'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { type Range, rangeText } from '#shared/range.ts'
import { ActMenu, BlankMany } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { Details } from './loyalty.contract.ts'
import { moveWords } from './moves.messages.ts'
import { statements } from './statement.contract.ts'
import { statementWords } from './statement.messages.ts'
import styles from './usage.module.css'
import type { ShownMovements } from './usage.rules.ts'

interface FiltersProps {
  card: Details
  range: Range
  /** None: all the reader's locations. */
  placeIds: readonly number[]
  shown: ShownMovements
  onPlaces: (written: string | undefined) => void
  onPrint: () => void
  /** The range. */
  children: ReactNode
}

/** The locations in the address that the reader may see. */
export const placesIn = (written: string | undefined, places: readonly { LocationId: number }[]): number[] =>
  (written ?? '')
    .split(',')
    .map(Number)
    .filter((id) => places.some(({ LocationId }) => LocationId === id))

/** Range and locations of a card's ledger, and its rows as a file or on paper. */
export const UsageFilters = ({ card, range, placeIds, shown, onPlaces, onPrint, children }: FiltersProps) => {
  const say = useSay(reportWords)
  const sayOwn = useSay(statementWords)
  const save = useExport()
  const places = useStoredUser()?.Config?.Locations ?? []
  const [only] = places.filter(({ LocationId }) => placeIds.includes(LocationId))
  const query = {
    CardNumber: card.CardNumber,
    FromDate: range.from,
    ToDate: range.to,
    ...(placeIds.length > 0 ? { Locations: placeIds.join(',') } : {}),
    ...(shown === 'all' ? {} : { Shown: shown }),
  }
  return (
    <>
      <div className={styles.filters}>
        {children}
        {places.length > 1 && (
          <BlankMany
            label={say('locations')}
            allLabel={say('allLocations')}
            answer={
              placeIds.length === 0
                ? say('allOf', { n: places.length })
                : placeIds.length === 1
                  ? only?.Name
                  : say('someOf', { n: placeIds.length, all: places.length })
            }
            options={places.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
            value={placeIds.map(String)}
            onChange={(ids) => onPlaces(ids.length === 0 || ids.length === places.length ? undefined : ids.join(','))}
          />
        )}
        <div className="acts">
          <ActMenu
            ariaLabel={sayOwn('share')}
            label={
              <>
                {sayOwn('share')} <Icon name="caret" />
              </>
            }
            acts={(['csv', 'xlsx'] as const).map((format) => ({
              id: format,
              label: say(format),
              onAct: () => void save(statements.statement.path, query, format),
            }))}
          />
          <button type="button" className="btn" onClick={onPrint}>
            {sayOwn('printStatement')}
          </button>
        </div>
      </div>
      <PrintLine card={card} range={range} shown={shown} places={places.filter(({ LocationId }) => placeIds.includes(LocationId)).map(({ Name }) => Name)} />
    </>
  )
}

/** What the paper says under the holder's name. */
const PrintLine = ({ card, range, shown, places }: Pick<FiltersProps, 'card' | 'range' | 'shown'> & { places: readonly string[] }) => {
  const say = useSay(statementWords)
  const sayReport = useSay(reportWords)
  const sayEntry = useSay(moveWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const user = useStoredUser()
  const filters = [
    maskedNumber(card.CardNumber),
    places.length > 0 ? places.join(', ') : sayReport('allLocations'),
    shown === 'all' ? '' : say('noteShown', { shown: sayEntry(`show-${shown}`) }),
  ]
  return (
    <p className="print-line">
      {sayReport('printed', {
        venue: user?.Config?.VenueName ?? '',
        title: say('statement'),
        range: rangeText(range, language),
        filters: filters.filter(Boolean).join(language === 'jp' ? '・' : ' · '),
        time: moment(new Date().toISOString()),
        user: user?.UserName ?? '',
      })}
    </p>
  )
}
