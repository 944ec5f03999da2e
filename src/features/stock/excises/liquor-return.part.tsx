import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { liquorReturnCalls } from './liquor-return.contract.ts'
import { liquorReturnWords } from './liquor-return.messages.ts'
import styles from './liquor-return.module.css'
import { lastReturnYear, type ReturnState } from './liquor-return.rules.ts'
import { returnNotes } from './liquor-return-table.rules.ts'

interface Props {
  state: ReturnState
  today: string
  query: Record<string, string>
  onClose: () => void
}

/** A liquor return before it is saved: what it comes to, how it is made up, and what is not in it. */
export const LiquorReturn = ({ state, today, query, onClose }: Props) => {
  const say = useSay(liquorReturnWords)
  const { language } = useLanguage()
  const save = useExport()
  const whole = { ...query, State: state, Year: String(lastReturnYear(today)) }
  const { data, error, refetch } = useCall(liquorReturnCalls.liquorReturn, { query: whole } as never, { fresh: true })
  const { path } = liquorReturnCalls.liquorReturn
  return (
    <Modal
      title={say('title', { state })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={() => save(path, whole, 'xlsx')}>
            {say('saveXlsx')}
          </button>
          <button type="button" className="btn primary" onClick={() => save(path, whole, 'csv')}>
            {say('saveCsv')}
          </button>
        </>
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <>
          <p className={styles.sum}>
            {say('sumOf', { litres: numberText(data.Totals.Litres, language, 4), dollars: moneyText(data.Totals.Amount, data.Currency, language) })}
          </p>
          <p>{say('rowsOf', { n: data.Rows.length })}</p>
          <ul className={styles.notes}>
            {returnNotes(data, say).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      ) : (
        <Waiting />
      )}
    </Modal>
  )
}
