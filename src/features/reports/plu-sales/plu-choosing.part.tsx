import { useCallback } from 'react'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { useTypedWord } from '#ui/typed-word.ts'
import { useUrlState } from '#ui/url-state.ts'
import styles from './plu-choosing.module.css'
import type { PluAnswer } from './plu-sales.contract.ts'

/** What is searched for, and the group and supplier that products are chosen by. */
export const PluChoosing = ({ answer }: { answer: PluAnswer }) => {
  const say = useSay(pluWords)
  const [url, change] = useUrlState()
  const search = useCallback((word: string) => change({ q: word || undefined, plu: undefined }, 'replace'), [change])
  const [typed, type] = useTypedWord(url.q ?? '', search)
  const groups = answer.Groups.map((group) => ({ value: group || '-', label: group || say('unassigned') }))
  return (
    <div className={styles.choosing}>
      <label className="field small">
        <span>{say('search')}</span>
        <input type="search" value={typed} placeholder={say('searchHint')} autoComplete="off" maxLength={100} onChange={(event) => type(event.target.value)} />
      </label>
      {groups.length > 1 && (
        <BlankMenu
          label={say('Group')}
          value={url.group ?? ''}
          options={[{ value: '', label: say('allGroups') }, ...groups]}
          onChange={(group) => change({ group: group || undefined, plu: undefined })}
        />
      )}
      {answer.Suppliers.length > 0 && (
        <BlankMenu
          label={say('Supplier')}
          value={url.supplier ?? ''}
          options={[{ value: '', label: say('allSuppliers') }, ...answer.Suppliers.map(({ SupplierId, Name }) => ({ value: String(SupplierId), label: Name }))]}
          onChange={(supplier) => change({ supplier: supplier || undefined, plu: undefined })}
        />
      )}
      <Chosen answer={answer} groups={groups} />
    </div>
  )
}

/** The same in words, for paper. */
const Chosen = ({ answer: { Suppliers }, groups }: { answer: PluAnswer; groups: readonly { value: string; label: string }[] }) => {
  const say = useSay(pluWords)
  const [{ q, group, supplier }] = useUrlState()
  const parts = [
    [say('search'), q],
    [say('Group'), groups.find(({ value }) => value === group)?.label],
    [say('Supplier'), Suppliers.find(({ SupplierId }) => String(SupplierId) === supplier)?.Name],
  ].flatMap(([label, chosen]) => (chosen ? [`${label}: ${chosen}`] : []))
  return parts.length > 0 ? <p className="print-line">{parts.join(' · ')}</p> : null
}
