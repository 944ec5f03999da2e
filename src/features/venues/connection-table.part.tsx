import { Fragment, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { ConnectionsContext } from './connection-context.part.ts'
import { Details, PlaceCells } from './connection-row.part.tsx'
import { connectionWords } from './connections.messages.ts'
import styles from './connections.module.css'
import { countsOf, type ProviderRows } from './connections.rules.ts'

const COLUMNS = ['provider', 'location', 'status', 'account', 'lastSync', 'nextStep'] as const
/** Every provider with its places, one group each. */
export const LinksTable = ({ groups, context }: { groups: readonly ProviderRows[]; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const counts = countsOf(groups)
  const told = [
    counts.Linked > 0 && say('linkedCount', { n: counts.Linked }),
    counts['Needs attention'] > 0 && say.count('attentionCount', counts['Needs attention']),
    counts.Disconnecting > 0 && say('endingCount', { n: counts.Disconnecting }),
    counts['Not linked'] > 0 && say('unlinkedCount', { n: counts['Not linked'] }),
  ].filter((part) => part !== false)
  return (
    <section className={styles.all}>
      <h2>
        {say('all')} <small>{told.join(say('comma'))}</small>
      </h2>
      <table className={styles.links}>
        <caption className="sr">{say('caption')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.provider.Provider} group={group} context={context} />
        ))}
      </table>
      <p className="note">{say('aboutVenue', { all: context.placeName(null) })}</p>
    </section>
  )
}

const Group = ({ group: { provider, rows }, context }: { group: ProviderRows; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const [opened, setOpened] = useState<readonly string[]>([])
  const name = provider.Provider
  const keyed = rows.map((row) => ({ row, key: `${row.place} ${row.link?.LinkedAt}` }))
  const head = (
    <th scope="rowgroup" className={styles.provider} rowSpan={Math.max(rows.length, 1) + keyed.filter(({ key }) => opened.includes(key)).length}>
      {name}
      <small>{say(`kind.${name}`)}</small>
      {provider.Missing.length > 0 && rows.length > 0 && (
        <small className={styles.warn}>{say('keptOnly', { settings: provider.Missing.join(say('comma')) })}</small>
      )}
    </th>
  )
  if (rows.length === 0)
    return (
      <tbody className={styles.quiet}>
        <tr>
          {head}
          <td colSpan={5}>
            <span className={`${styles.status} ${styles.none}`}>
              <Icon name="ring" />
              {say('notSetUp')}
            </span>
            <small>{say('notSetUpAbout', { settings: provider.Missing.join(say('comma')) })}</small>
          </td>
        </tr>
      </tbody>
    )
  return (
    <tbody>
      {keyed.map(({ row, key }, at) => {
        const isOpened = opened.includes(key)
        return (
          <Fragment key={key}>
            <tr className={isOpened ? styles.on : undefined}>
              {at === 0 && head}
              <PlaceCells
                provider={name}
                row={row}
                context={context}
                isOpened={isOpened}
                onOpened={(open) => setOpened(open ? [...opened, key] : opened.filter((one) => one !== key))}
              />
            </tr>
            {isOpened && row.link && (
              <tr className={styles.case}>
                <td colSpan={5}>
                  <Details link={row.link} context={context} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}
