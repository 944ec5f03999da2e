import { useCallback } from 'react'
import { Field } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useTypedWord } from '#ui/typed-word.ts'
import { type UrlState, useUrlState } from '#ui/url-state.ts'
import styles from './activity.module.css'
import type { AuditRow } from './audit.contract.ts'
import { auditWords, deedWords } from './audit.messages.ts'
import { actionsOf } from './audit.rules.ts'
import { deedText } from './audit-words.rules.ts'
import { useSpeaker } from './speaker.part.tsx'

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

interface FiltersProps {
  whose: 'house' | 'venue'
  rows: readonly AuditRow[]
}

/** Days, what was done, words to look for, and one person. */
export const ActivityFilters = ({ whose, rows }: FiltersProps) => {
  const say = useSay(auditWords)
  const [url, change] = useUrlState()
  return (
    <search className={styles.filters}>
      <Field label={say('fromDay')} type="date" value={url.from ?? ''} onChange={(from) => change({ from, after: undefined }, 'replace')} />
      <Field label={say('toDay')} type="date" value={url.to ?? ''} onChange={(to) => change({ to, after: undefined }, 'replace')} />
      <ActionField whose={whose} rows={rows} />
      <SearchField />
      {url.person && (
        <p className={styles.person}>
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

const ActionField = ({ whose, rows }: FiltersProps) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  const speaker = useSpeaker()
  const [url, change] = useUrlState()
  const known = actionsOf(whose, Object.keys(deedWords.en))
  const actions = [...new Set([...known, ...rows.map((row) => row.Action), ...(url.action ? [url.action] : [])])]
  const titled = actions
    .map((action) => [action, deedText({ Action: action, Subject: '…', SubjectName: null }, speaker)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale))
  return (
    <div className="field">
      <label htmlFor="activity-action">{say('what')}</label>
      <select id="activity-action" value={url.action ?? ''} onChange={(event) => change({ action: event.target.value, after: undefined })}>
        <option value="">{say('anyAction')}</option>
        {titled.map(([action, title]) => (
          <option key={action} value={action}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

const SearchField = () => {
  const say = useSay(auditWords)
  const [url, change] = useUrlState()
  const search = useCallback((word: string) => change({ q: word || undefined, after: undefined }, 'replace'), [change])
  const [typed, type] = useTypedWord(url.q ?? '', search)
  return <Field label={say('search')} type="search" value={typed} onChange={type} maxLength={100} />
}
