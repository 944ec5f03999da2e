import type { ReactNode } from 'react'
import type { Messages } from '#shared/messages.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { accessTexts } from './access.messages.ts'
import styles from './access-fields.module.css'
import type { Access } from './employee.contract.ts'
import { shortOf } from './grants.rules.ts'
import { giverIn } from './held-by.rules.ts'
import type { AccessDraft } from './people-calls.part.tsx'
import { useRoleName, useTagName } from './person-words.part.tsx'
import { tagAbouts } from './tag-abouts.messages.ts'
import { GROUP_NAMES, type RoleTags, TAG_GROUPS } from './tag-groups.rules.ts'

interface FieldsProps {
  access: Access
  draft: AccessDraft
  onChange: (draft: AccessDraft) => void
}

/** The venue's roles with their tags. */
export const rolesIn = (access: Access): RoleTags[] => access.VenueRoles.map(({ Name, Permissions }) => ({ Name, Tags: Permissions.map(({ Tag }) => Tag) }))

const toggled = <T,>(list: readonly T[], one: T, wanted: boolean): T[] => (wanted ? [...list, one] : list.filter((other) => other !== one))

interface BoxProps {
  checked: boolean
  disabled?: boolean
  onChange: (wanted: boolean) => void
  children: ReactNode
}

const Box = ({ checked, disabled, onChange, children }: BoxProps) => (
  <label className="tickable">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
)

/** Where somebody works: the locations the reader has, or all of them for whoever has all. */
export const LocationFields = ({ access, draft, onChange }: FieldsProps) => {
  const say = useSay(accessTexts)
  const { Locations, AllLocations } = access.Grantable
  return (
    <fieldset>
      <legend className="sr">{say('stepLocations')}</legend>
      {AllLocations && (
        <Box checked={draft.AllLocations} onChange={(wanted) => onChange({ ...draft, AllLocations: wanted })}>
          {say('allLocations')}
        </Box>
      )}
      {Locations.map(({ LocationId, Name }) => (
        <Box
          key={LocationId}
          checked={draft.AllLocations || draft.Locations.includes(LocationId)}
          disabled={draft.AllLocations}
          onChange={(wanted) => onChange({ ...draft, Locations: toggled(draft.Locations, LocationId, wanted) })}
        >
          {Name}
        </Box>
      ))}
    </fieldset>
  )
}

/** Roles first, then single permissions group by group; what a role brings is ticked already, what the reader does not hold is out of reach. */
export const PermissionFields = ({ access, draft, onChange }: FieldsProps) => {
  const say = useSay(accessTexts)
  const roleName = useRoleName()
  const tagName = useTagName()
  const speech = useLanguage()
  const roles = rolesIn(access)
  const giver = giverIn(access.Grantable)
  // Only the reader's own locations are offered: whoever gets access begins from nothing.
  const isMine = (tags: readonly string[]) => shortOf(tags, { locations: draft.Locations, allLocations: draft.AllLocations }, giver) === undefined
  const bringer = (tag: string) => roles.find(({ Name, Tags }) => draft.Roles.includes(Name) && Tags.includes(tag))?.Name
  return (
    <div className={styles.groups}>
      <fieldset>
        <legend>{say('roles')}</legend>
        {roles.map((role) => {
          const mine = isMine(role.Tags) && access.Grantable.Roles.includes(role.Name)
          return (
            <Box
              key={role.Name}
              checked={draft.Roles.includes(role.Name)}
              disabled={!mine}
              onChange={(wanted) => onChange({ ...draft, Roles: toggled(draft.Roles, role.Name, wanted) })}
            >
              {roleName(role.Name)}
              <small>{mine ? say.count('bundle', role.Tags.length) : say('notYours')}</small>
            </Box>
          )
        })}
      </fieldset>
      {GROUP_NAMES.map((group) => (
        <fieldset key={group}>
          <legend>{say(group)}</legend>
          {TAG_GROUPS[group].map((tag) => {
            const role = bringer(tag)
            const mine = isMine([tag])
            return (
              <Box
                key={tag}
                checked={role !== undefined || draft.Permissions.includes(tag)}
                disabled={role !== undefined || !mine}
                onChange={(wanted) => onChange({ ...draft, Permissions: toggled(draft.Permissions, tag, wanted) })}
              >
                {tagName(tag)}
                <small>
                  {role !== undefined ? say('byRole', { role: roleName(role) }) : mine ? said(tagAbouts as Messages, speech, tag) : say('notYours')}
                </small>
              </Box>
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}
