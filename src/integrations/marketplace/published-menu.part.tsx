import { useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import styles from './market-menu.module.css'
import type { Prices } from './market-menu.part.tsx'
import { menuWords } from './menu-choice.messages.ts'
import { changedAt, type DraftGroup, type DraftItem, type MenuDraft, misnamedGroups, moved, movedTo, withoutProducts } from './menu-draft.rules.ts'

interface PublishedProps {
  menu: MenuDraft
  prices: Prices
  onChange: (menu: MenuDraft) => void
}

/** Groups and products as customers see them, to be named, ordered and taken away. */
export const PublishedMenu = ({ menu, prices, onChange }: PublishedProps) => {
  const say = useSay(menuWords)
  const misnamed = misnamedGroups(menu)
  return (
    <section className={styles.published} aria-label={say('menu')}>
      <h2>{say('menu')}</h2>
      <p className="hint">{say(menu.length === 0 ? 'emptyMenu' : 'menuAbout')}</p>
      {menu.map((group, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes as it is typed.
          key={at}
          at={at}
          group={group}
          menu={menu}
          wrong={misnamed.get(at)}
          prices={prices}
          onChange={onChange}
        />
      ))}
      <p>
        <button type="button" className="btn" onClick={() => onChange([...menu, { Name: '', Description: '', Products: [] }])}>
          {say('addGroup')}
        </button>
      </p>
    </section>
  )
}

interface GroupProps extends PublishedProps {
  at: number
  group: DraftGroup
  wrong: 'nameless' | 'twiceNamed' | undefined
}

const Group = ({ at, group, menu, wrong, prices, onChange }: GroupProps) => {
  const say = useSay(menuWords)
  const name = group.Name.trim() || say('newGroup')
  const change = (part: Partial<DraftGroup>) => onChange(changedAt(menu, at, part))
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className={styles.head}>
        <Field
          small
          label={say('groupName', { n: at + 1 })}
          maxLength={80}
          value={group.Name}
          wrong={wrong && say(wrong)}
          onChange={(Name) => change({ Name })}
        />
        <Field small label={say('groupDescription', { name })} maxLength={500} value={group.Description} onChange={(Description) => change({ Description })} />
        <Moves
          name={name}
          at={at}
          length={menu.length}
          remove={say('removeGroup', { name })}
          onMove={(by) => onChange(moved(menu, at, by))}
          onRemove={() => onChange(menu.filter((_, i) => i !== at))}
        />
      </div>
      {group.Products.length === 0 && <p className="hint">{say('emptyGroup')}</p>}
      <ol className={styles.items}>
        {group.Products.map((item, place) => (
          <Item
            key={item.Plu}
            item={item}
            prices={prices}
            groups={menu.map(({ Name }, i) => [String(i), Name.trim() || say('groupName', { n: i + 1 })] as const)}
            inGroup={at}
            onChange={(part) => change({ Products: changedAt(group.Products, place, part) })}
            onGroup={(to) => onChange(movedTo(menu, item.Plu, to))}
            moves={
              <Moves
                name={item.Name ?? item.ProductName}
                at={place}
                length={group.Products.length}
                remove={say('removeProduct', { name: item.Name ?? item.ProductName })}
                onMove={(by) => change({ Products: moved(group.Products, place, by) })}
                onRemove={() => onChange(withoutProducts(menu, new Set([item.Plu])))}
              />
            }
          />
        ))}
      </ol>
    </fieldset>
  )
}

interface ItemProps {
  item: DraftItem
  prices: Prices
  groups: readonly (readonly [string, string])[]
  inGroup: number
  moves: React.ReactNode
  onChange: (part: Partial<DraftItem>) => void
  onGroup: (to: number) => void
}

const Item = ({ item, prices, groups, inGroup, moves, onChange, onGroup }: ItemProps) => {
  const say = useSay(menuWords)
  const [isOpen, setOpen] = useState(false)
  const name = item.Name ?? item.ProductName
  const asked = prices(item.ListPrice)
  return (
    <li className={styles.item} data-open={isOpen}>
      <div>
        <b>{name}</b>
        {asked ? (
          <span className={styles.price} title={say('priceLong', asked)}>
            {say('price', asked)}
          </span>
        ) : (
          <span className={styles.noPrice}>
            <Icon name="attention" /> {say('noPrice')}. {say('noPriceHint')}
          </span>
        )}
        {item.Description && <small>{item.Description}</small>}
      </div>
      <button type="button" className="text-btn" aria-expanded={isOpen} aria-label={say('editNamed', { name })} onClick={() => setOpen(!isOpen)}>
        {say(isOpen ? 'close' : 'edit')}
      </button>
      {moves}
      {isOpen && (
        <div className={styles.edit}>
          <Field
            small
            label={say('productName')}
            hint={say('productNameHint', { name: item.ProductName })}
            maxLength={80}
            value={item.Name ?? ''}
            onChange={(typed) => onChange({ Name: typed === '' ? null : typed })}
          />
          <Field small label={say('productDescription')} maxLength={500} value={item.Description} onChange={(Description) => onChange({ Description })} />
          {groups.length > 1 && <Choose small label={say('inGroup')} value={String(inGroup)} options={groups} onChange={(to) => onGroup(Number(to))} />}
        </div>
      )}
    </li>
  )
}

interface MovesProps {
  name: string
  at: number
  length: number
  remove: string
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const Moves = ({ name, at, length, remove, onMove, onRemove }: MovesProps) => {
  const say = useSay(menuWords)
  return (
    <div className={styles.moves}>
      <button type="button" className="btn" aria-label={say('moveUp', { name })} disabled={at === 0} onClick={() => onMove(-1)}>
        <Icon name="up" />
      </button>
      <button type="button" className="btn" aria-label={say('moveDown', { name })} disabled={at === length - 1} onClick={() => onMove(1)}>
        <Icon name="down" />
      </button>
      <button type="button" className="btn" aria-label={remove} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  )
}
