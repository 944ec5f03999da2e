import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { METHODS, type Method } from '#features/till/till.rules.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useSend } from '#ui/use-call.ts'
import { AccountTable } from './account-table.part.tsx'
import { ACCOUNT_KINDS, type Account, type AccountComplaint, type AccountKind, type Accounts, accountComplaints } from './accounts.rules.ts'
import { journal } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import styles from './journal.module.css'
import { type AccountsAnswer, journalAccounts } from './journal-accounts.contract.ts'
import { journalScreenWords } from './journal-screen.messages.ts'

interface Props {
  venueId: number
  there: AccountsAnswer
  onRenew: () => unknown
}

const NONE: Account = { Code: '', Name: '', TaxRate: '' }
const isFilled = ({ Code, Name }: Account) => Code.trim() !== '' || Name.trim() !== ''

/** Accounts by what they are for; a department or media without one of its own is left empty. */
export const AccountsForm = ({ venueId, there, onRenew }: Props) => {
  const say = useSay(journalScreenWords)
  const word = useSay(journalWords)
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Accounts>(there.Accounts)
  const [complaints, setComplaints] = useState<AccountComplaint[]>([])
  const send = useSend(journalAccounts.changeJournalAccounts, {
    quiet: true,
    onDone: () => {
      toast.success(say('saved'))
      void queries.invalidateQueries({ queryKey: callKey(journal.journal) })
      return onRenew()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const filled: Accounts = { ...draft, Departments: draft.Departments.filter(isFilled), Media: draft.Media.filter(isFilled) }
    const found = accountComplaints(filled)
    setComplaints(found)
    if (found.length === 0) send.mutate({ params: { id: venueId }, body: { Accounts: filled, Version: there.Version } })
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
  }
  const of = (field: string) => complaints.find((one) => one.field === field)
  const inKinds = (kind: AccountKind, account: Account) => setDraft({ ...draft, Kinds: { ...draft.Kinds, [kind]: account } })
  const inMethods = (method: Method, account: Account) => setDraft({ ...draft, Methods: { ...draft.Methods, [method]: account } })
  const own = (list: 'Departments' | 'Media') => ({
    rows: there[list].map(({ Key, Name }) => ({
      id: String(Key),
      label: Name || word('nameless'),
      account: draft[list].find((one) => one.Key === Key) ?? NONE,
      complaint: of(`${list}.${draft[list].filter(isFilled).findIndex((one) => one.Key === Key)}`),
    })),
    onChange: (id: string, account: Account) => {
      const others = draft[list].filter(({ Key }) => Key !== Number(id))
      const TaxRate = account.TaxRate || (isFilled(account) ? draft.Kinds.Unmapped.TaxRate : '')
      setDraft({ ...draft, [list]: [...others, { ...account, TaxRate, Key: Number(id) }] })
    },
  })
  const unmapped = `${draft.Kinds.Unmapped.Code} ${draft.Kinds.Unmapped.Name}`
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className="note">{say('taxRateHint')}</p>
      <AccountTable
        title={say('kinds')}
        rows={ACCOUNT_KINDS.map((kind) => ({ id: kind, label: say(`kind.${kind}`), account: draft.Kinds[kind], complaint: of(`Kinds.${kind}`) }))}
        onChange={(id, account) => inKinds(id as AccountKind, account)}
      />
      <AccountTable
        title={say('departments')}
        hint={there.Departments.length > 0 ? say('departmentsHint', { account: unmapped }) : say('noDepartments')}
        {...own('Departments')}
      />
      <AccountTable
        title={say('methods')}
        hint={say('methodsHint')}
        rows={METHODS.map((method) => ({ id: method, label: word(`method.${method}`), account: draft.Methods[method], complaint: of(`Methods.${method}`) }))}
        onChange={(id, account) => inMethods(id as Method, account)}
      />
      {there.Media.length > 0 && <AccountTable title={say('media')} hint={say('mediaHint')} {...own('Media')} />}
      <Refusal error={send.error} />
      <div className={styles.foot}>
        <button type="submit" className="btn primary" disabled={send.isPending} aria-busy={send.isPending}>
          {say('saveAccounts')}
        </button>
      </div>
    </form>
  )
}
