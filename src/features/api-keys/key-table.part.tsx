import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { KeyUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import styles from './key-table.module.css'

interface TableProps {
  users: readonly KeyUser[]
  onVenues: (user: KeyUser) => void
  onRotate: (user: KeyUser) => void
  onRevoke: (user: KeyUser) => void
}

/** One row for everyone who holds a key. */
export const KeyTable = ({ users, onVenues, onRotate, onRevoke }: TableProps) => {
  const say = useSay(apiKeyWords)
  return (
    <Scroll className={styles.list} label={say('title')}>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['holder', 'prefix', 'status', 'venues', 'created', 'lastUsed'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
            <th scope="col" className="num">
              {say('calls')}
            </th>
            <th scope="col">{say('expires')}</th>
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <KeyRow key={user.UserId} user={user} onVenues={() => onVenues(user)} onRotate={() => onRotate(user)} onRevoke={() => onRevoke(user)} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const TONES = { Active: 'info', Expired: 'warn', Revoked: 'bad' } as const

interface RowProps {
  user: KeyUser
  onVenues: () => void
  onRotate: () => void
  onRevoke: () => void
}

const KeyRow = ({ user, onVenues, onRotate, onRevoke }: RowProps) => {
  const say = useSay(apiKeyWords)
  const { language, locale } = useLanguage()
  const day = (moment: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(moment))
  const minute = (moment: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(new Date(moment))
  const name = user.Name
  return (
    <tr>
      <th scope="row">
        {user.SupplierName}
        <small>{name}</small>
      </th>
      <td data-label={say('prefix')}>
        <code>{user.Prefix}</code>
        {user.OldKey && <small>{say('oldKey', { prefix: user.OldKey.Prefix, until: minute(user.OldKey.Until) })}</small>}
      </td>
      <td data-label={say('status')}>
        <span className={`st-tag ${TONES[user.Status]}`}>{say(user.Status)}</span>
      </td>
      <td data-label={say('venues')}>
        {user.Venues.length === 0 ? <Nil /> : user.Venues.map((venue) => venue.Name).join(', ')}{' '}
        {user.Status !== 'Revoked' && (
          <button type="button" className="text-btn" aria-label={say('changeVenuesNamed', { name })} onClick={onVenues}>
            {say('change')}
          </button>
        )}
      </td>
      <td data-label={say('created')}>{day(user.Created)}</td>
      <td data-label={say('lastUsed')}>{user.LastUsed ? minute(user.LastUsed) : say('never')}</td>
      <td className="num" data-label={say('calls')}>
        {numberText(user.Calls, language)}
      </td>
      <td data-label={say('expires')}>{user.Expires ? day(user.Expires) : say('neverExpires')}</td>
      <td className={styles.last}>
        {user.Status !== 'Revoked' && (
          <div className={styles.acts}>
            <button type="button" className="btn" aria-label={say('rotateNamed', { name })} onClick={onRotate}>
              {say('rotate')}
            </button>
            <button type="button" className="btn" aria-label={say('revokeNamed', { name })} onClick={onRevoke}>
              {say('revoke')}
            </button>
          </div>
        )}
      </td>
    </tr>
  )
}
