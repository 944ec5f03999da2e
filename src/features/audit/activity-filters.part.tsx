import { useEffect, useState } from 'react'
import { text } from '#shared/messages.ts'
import { Field } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type UrlState, useUrlState } from '#ui/url-state.ts'
import type { AuditRow } from './audit.contract.ts'
import { auditWords, deedWords } from './audit.messages.ts'

const TYPING_MS = 300
const NO_FILTER = { from: undefined, to: undefined, person: undefined, personName: undefined, action: undefined, q: undefined, after: undefined }

/** The filters of the address as the call takes them. */
export const filtersIn = (url: UrlState): Record<string, string> =>
  Object.fromEntries(
    (
      [
        ['FromDate', url.from],
        ['ToDate', url.to],
        ['Person', url.person],
        ['Action', url.action],
        ['Search', url.q],
      ] as const
    ).filter((pair): pair is [(typeof pair)[0], string] => Boolean(pair[1])),
  )

/** Days, what was done, words to look for, and one person. */
export const ActivityFilters = ({ rows }: { rows: readonly AuditRow[] }) => {
  const say = useSay(auditWords)
  const [url, change] = useUrlState()
  return (
    <search className="activity-filters">
      <Field label={say('fromDay')} type="date" value={url.from ?? ''} onChange={(from) => change({ from, after: undefined }, 'replace')} />
      <Field label={say('toDay')} type="date" value={url.to ?? ''} onChange={(to) => change({ to, after: undefined }, 'replace')} />
      <ActionField rows={rows} />
      <SearchField />
      {url.person && (
        <p className="activity-person">
          {say('onlyPerson', { name: url.personName ?? `#${url.person}` })}{' '}
          <Go change={{ person: undefined, personName: undefined, after: undefined }}>{say('everybody')}</Go>
        </p>
      )}
      {Object.keys(filtersIn(url)).length > 0 && (
        <Go change={NO_FILTER} className="btn">
          {say('clear')}
        </Go>
      )}
    </search>
  )
}

const ActionField = ({ rows }: { rows: readonly AuditRow[] }) => {
  const say = useSay(auditWords)
  const { language } = useLanguage()
  const [url, change] = useUrlState()
  const actions = [...new Set([...Object.keys(deedWords[language]), ...rows.map((row) => row.Action), ...(url.action ? [url.action] : [])])]
  const title = (action: string) => (action in deedWords[language] ? text(deedWords, language, action, { subject: '…' }) : action)
  return (
    <div className="field">
      <label htmlFor="activity-action">{say('what')}</label>
      <select id="activity-action" value={url.action ?? ''} onChange={(event) => change({ action: event.target.value, after: undefined })}>
        <option value="">{say('anyAction')}</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {title(action)}
          </option>
        ))}
      </select>
    </div>
  )
}

const SearchField = () => {
  const say = useSay(auditWords)
  const [url, change] = useUrlState()
  const [typed, setTyped] = useState(url.q ?? '')
  useEffect(() => {
    if (typed === (url.q ?? '')) return undefined
    const timer = setTimeout(() => change({ q: typed.trim(), after: undefined }, 'replace'), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, url.q, change])
  return <Field label={say('search')} type="search" value={typed} onChange={setTyped} maxLength={100} />
}
