import styles from '#features/imports/import-counts.module.css'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { CardImportRun } from './card-import.contract.ts'
import { cardImportWords } from './card-import.messages.ts'

/** The name of the location where opening points are posted. */
const useOpeningPlace = (run: CardImportRun): string => {
  const places = useStoredUser()?.Config?.Locations ?? []
  return places.find(({ LocationId }) => LocationId === run.LocationId)?.Name ?? ''
}

/** What a file of cards came to, as a small account: rows, cards, and the points they bring along under a double rule. */
export const CardCounts = ({ run }: { run: CardImportRun }) => {
  const say = useSay(cardImportWords)
  const { language } = useLanguage()
  const place = useOpeningPlace(run)
  const lines = [
    ['rowsRead', run.RowsRead],
    ['rejected', run.RowsRejected],
    ['unchanged', run.Unchanged],
    ['changed', run.Changed],
    ['new', run.New],
  ] as const
  return (
    <>
      <table className={styles.counts}>
        <caption className="sr">{say(run.Check ? 'checked' : 'result')}</caption>
        <tbody>
          {lines.map(([what, n]) => (
            <tr key={what}>
              <th scope="row">{say(what)}</th>
              <td>{numberText(n, language)}</td>
            </tr>
          ))}
        </tbody>
        {run.LocationId !== null && (
          <tfoot>
            <tr className="sum">
              <th scope="row">
                {say('openingPoints')} <small>{say.count('onCards', run.OpeningCards)}</small>
              </th>
              <td>{numberText(run.OpeningPoints, language)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {run.LocationId !== null && run.OpeningPoints > 0 && <p className="note">{say(run.Check ? 'willPost' : 'posted', { location: place })}</p>}
    </>
  )
}
