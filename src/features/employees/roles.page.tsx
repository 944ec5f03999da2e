import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { type ChosenVenue, useChosenVenue, VenueBlank } from './chosen-venue.part.tsx'
import { useRoleName } from './person-words.part.tsx'
import { DeleteRole, RoleDialog } from './role-dialogs.part.tsx'
import { type RoleShown, roles } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'
import styles from './roles.module.css'
import { TagsInWords } from './tags-in-words.part.tsx'

/** The roles of the venue: what each lets people do, and those of its own. */
const RolesPage = () => {
  const place = useChosenVenue()
  return <Roles key={place.venueId} place={place} />
}

export default RolesPage

type Asked = { what: 'make' } | { what: 'edit' | 'delete'; role: RoleShown }

const Roles = ({ place }: { place: ChosenVenue }) => {
  const say = useSay(roleTexts)
  const { data, error, refetch } = useCall(roles.roles, { params: { venueId: place.venueId } }, { fresh: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const make = (
    <button type="button" className="btn primary" onClick={() => setAsked({ what: 'make' })}>
      {say('make')}
    </button>
  )
  const grantable = data?.Grantable.map(({ Tag }) => Tag) ?? []
  return (
    <Page title={say('title')} make={make} filters={place.isAdmin && <VenueBlank place={place} />} sheet>
      <p className={styles.about}>{say('about')}</p>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting rows={6} />
      ) : (
        <RoleTable all={data.Roles} onEdit={(role) => setAsked({ what: 'edit', role })} onDelete={(role) => setAsked({ what: 'delete', role })} />
      )}
      {asked?.what === 'make' && <RoleDialog venueId={place.venueId} grantable={grantable} onClose={close} />}
      {asked?.what === 'edit' && <RoleDialog venueId={place.venueId} grantable={grantable} role={asked.role} onClose={close} />}
      {asked?.what === 'delete' && <DeleteRole venueId={place.venueId} role={asked.role} others={data?.Roles ?? []} grantable={grantable} onClose={close} />}
    </Page>
  )
}

interface RoleTableProps {
  all: readonly RoleShown[]
  onEdit: (role: RoleShown) => void
  onDelete: (role: RoleShown) => void
}

const RoleTable = ({ all, onEdit, onDelete }: RoleTableProps) => {
  const say = useSay(roleTexts)
  const roleName = useRoleName()
  return (
    <Scroll className={styles.list} label={say('title')}>
      <table className="plain slips">
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['role', 'permissions', 'people'] as const).map((column) => (
              <th scope="col" key={column}>
                {say(column)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((role) => (
            <tr key={role.RoleId}>
              <th scope="row">{roleName(role.Name)}</th>
              <td data-label={say('permissions')}>
                {role.Permissions.length === 0 ? (
                  <span className="meta">{say('nothing')}</span>
                ) : (
                  <details>
                    <summary>{say.count('count', role.Permissions.length)}</summary>
                    <TagsInWords tags={role.Permissions.map(({ Tag }) => Tag)} />
                  </details>
                )}
              </td>
              <td data-label={say('people')}>{role.People}</td>
              <td>
                {role.Locked ? (
                  <span className="meta">{say(role.Locked)}</span>
                ) : (
                  <span className={styles.acts}>
                    <button type="button" className="btn" aria-label={say('editNamed', { name: role.Name })} onClick={() => onEdit(role)}>
                      {say('edit')}
                    </button>
                    <button type="button" className="btn" aria-label={say('removeNamed', { name: role.Name })} onClick={() => onDelete(role)}>
                      {say('remove')}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
