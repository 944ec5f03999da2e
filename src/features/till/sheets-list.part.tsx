import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { SheetRows } from './sheet-rows.part.tsx'
import styles from './sheets-list.module.css'
import { tillWords } from './till.messages.ts'
import { SHEET_STATES } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Sheet = SheetsAnswer['Sheets'][number]

const differs = ({ Variance, Late }: Sheet): boolean => (Variance !== null && Variance !== 0) || Late !== 0

/** All sheets of the range by trading day, or those one looks for: of a till, in a state, with a difference. */
export const SheetsList = ({ answer }: { answer: SheetsAnswer }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const [url, change] = useUrlState()
  const { Currency: currency = 'AUD', SignOffLimit: limit = answer.SignOffLimit } = answer.Totals[0] ?? {}
  const chosen = answer.Sheets.filter(({ State, TerminalId }) => (!url.status || State === url.status) && (!url.till || TerminalId === url.till))
  const odd = chosen.filter(differs)
  const shown = url.only ? odd : chosen
  return (
    <section>
      <div className={`bar-head ${styles.tools}`}>
        <h2>
          {say('sheets')} <small>{say('limit', { currency, limit: text.money(limit, currency) })}</small>
        </h2>
        <label className={styles.only}>
          <input type="checkbox" checked={Boolean(url.only)} onChange={() => change({ only: url.only ? undefined : 'differences' }, 'replace')} />
          {say('onlyDifferencesOf')} <small>{say('tallyOf', { n: odd.length, all: chosen.length })}</small>
        </label>
        <Filters answer={answer} status={url.status} till={url.till} change={change} />
      </div>
      {shown.length > 0 ? (
        <SheetRows sheets={shown} isAll={shown.length === answer.Sheets.length} totals={answer.Totals} />
      ) : (
        <Empty title={say('agreeTitle')}>
          <p>{say('agreeHint')}</p>
          <button type="button" className="btn" onClick={() => change({ only: undefined, status: undefined, till: undefined }, 'replace')}>
            {say('showAll')}
          </button>
        </Empty>
      )}
      <p className="note">{say('bandNote', { limit: text.money(limit, currency) })}</p>
    </section>
  )
}

interface FiltersProps {
  answer: SheetsAnswer
  status: string | undefined
  till: string | undefined
  change: ReturnType<typeof useUrlState>[1]
}

const Filters = ({ answer, status, till, change }: FiltersProps) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const tills = [...new Set(answer.Sheets.map(({ TerminalId }) => TerminalId))].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
  return (
    <>
      <BlankMenu
        label={say('tillFilter')}
        value={till ?? ''}
        onChange={(next) => change({ till: next || undefined }, 'replace')}
        options={[{ value: '', label: say('allTills') }, ...tills.map((name) => ({ value: name, label: name }))]}
      />
      <BlankMenu
        label={say('status')}
        value={status ?? ''}
        onChange={(next) => change({ status: next || undefined }, 'replace')}
        options={[{ value: '', label: say('anyStatus') }, ...SHEET_STATES.map((state) => ({ value: state as string, label: word(`state.${state}`) }))]}
      />
    </>
  )
}
