import { Choose } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './product-ticks.module.css'
import { venueSupplierWords } from './suppliers-tab.messages.ts'
import { venues } from './venues.contract.ts'

export const NO_FILTER = { search: '', whose: '', group: '' }

interface ProductFiltersProps {
  venueId: number
  supplierName: string
  filter: typeof NO_FILTER
  onChange: (part: Partial<typeof NO_FILTER>) => void
}

/** Which of the venue's products are looked at. */
export const ProductFilters = ({ venueId, supplierName, filter, onChange }: ProductFiltersProps) => {
  const say = useSay(venueSupplierWords)
  const groups = useCall(venues.productGroups, { params: { id: venueId } })
  return (
    <search className={styles.filters}>
      <label className="find">
        <Icon name="search" />
        <span className="sr">{say('find')}</span>
        <input
          type="search"
          maxLength={100}
          placeholder={say('findHint')}
          value={filter.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </label>
      <Choose
        label={say('whose')}
        value={filter.whose}
        options={[
          ['', say('whoseAll')],
          ['free', say('whoseFree')],
          ['own', supplierName],
        ]}
        onChange={(whose) => onChange({ whose })}
      />
      <Choose
        label={say('group')}
        value={filter.group}
        options={[['', say('groupAll')], ...(groups.data?.ProductGroups ?? []).map(({ Name }) => [Name, Name] as const)]}
        onChange={(group) => onChange({ group })}
      />
    </search>
  )
}
