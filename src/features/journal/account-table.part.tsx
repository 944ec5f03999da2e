import { useId } from 'react'
import { useSay } from '#ui/language.tsx'
import type { Account, AccountComplaint } from './accounts.rules.ts'
import styles from './journal.module.css'
import { journalScreenWords } from './journal-screen.messages.ts'

interface Row {
  id: string
  label: string
  account: Account
  complaint: AccountComplaint | undefined
}

interface Props {
  title: string
  hint?: string
  rows: readonly Row[]
  onChange: (id: string, account: Account) => void
}

/** Accounts to fill in, a row for each line they are for. */
export const AccountTable = ({ title, hint, rows, onChange }: Props) => {
  const say = useSay(journalScreenWords)
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{title}</h2>
      </div>
      {hint && <p className="note">{hint}</p>}
      {rows.length > 0 && (
        <table className={`plain ${styles.accounts}`}>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{say('purpose')}</th>
              <th scope="col" className={styles.code}>
                {say('code')}
              </th>
              <th scope="col">{say('name')}</th>
              <th scope="col">{say('taxRate')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <AccountRow key={row.id} row={row} onChange={(account) => onChange(row.id, account)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const AT_NAME: readonly AccountComplaint['why'][] = ['no-name', 'two-codes']

const AccountRow = ({ row: { label, account, complaint }, onChange }: { row: Row; onChange: (account: Account) => void }) => {
  const say = useSay(journalScreenWords)
  const wrongId = useId()
  const cell = (part: keyof Account, title: string, name: string, longest: number) => {
    const isWrong = complaint !== undefined && part === (AT_NAME.includes(complaint.why) ? 'Name' : 'Code')
    return (
      <td data-part={title}>
        <input
          aria-label={name}
          value={account[part]}
          maxLength={longest}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? wrongId : undefined}
          onChange={(event) => onChange({ ...account, [part]: event.target.value })}
        />
        {isWrong && (
          <small id={wrongId} className={styles.wrong}>
            {say(`why.${complaint.why}`, { code: complaint.code, name: complaint.name, other: complaint.other })}
          </small>
        )}
      </td>
    )
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      {cell('Code', say('code'), say('codeOf', { line: label }), 30)}
      {cell('Name', say('name'), say('nameOf', { line: label }), 100)}
      {cell('TaxRate', say('taxRate'), say('taxRateOf', { line: label }), 50)}
    </tr>
  )
}
