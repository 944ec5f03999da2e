import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TAGS, type Tag } from '#shared/permissions.ts'
import { call } from '#ui/api.ts'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { accessTexts } from './access.messages.ts'
import { useRoleName, useTagName } from './person-words.part.tsx'
import { type RoleShown, roles } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'
import styles from './roles.module.css'
import { GROUP_NAMES, TAG_GROUPS } from './tag-groups.rules.ts'
import { useSending } from './use-sending.part.tsx'

interface RoleDialogProps {
  venueId: number
  grantable: readonly string[]
  /** The role that is changed; without one, another is made. */
  role?: RoleShown
  onClose: () => void
}

/** A role's name and permissions. */
export const RoleDialog = ({ venueId, grantable, role, onClose }: RoleDialogProps) => {
  const say = useSay(roleTexts)
  const queries = useQueryClient()
  const sending = useSending()
  const [Name, setName] = useState(role?.Name ?? '')
  const [tags, setTags] = useState<readonly Tag[]>(role?.Permissions.map(({ Tag }) => Tag) ?? [])
  const Permissions = TAGS.filter((tag) => tags.includes(tag)).map((Tag) => ({ Tag }))
  const { form, onSubmit, wrong } = useForm({
    value: { Name, Permissions },
    body: roles.makeRole.body,
    error: sending.error,
    onSend: (body) =>
      sending.send(async () => {
        if (role) await call(roles.changeRole, { params: { venueId, roleId: role.RoleId }, body: { ...body, Version: role.Version } })
        else await call(roles.makeRole, { params: { venueId }, body })
        await queries.invalidateQueries()
        toast.success(role ? say('saved') : say('made', { name: Name.trim() }))
        onClose()
      }),
  })
  return (
    <Modal
      title={role ? say('editTitle', { name: role.Name }) : say('makeTitle')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="role" className="btn primary" disabled={Name.trim() === '' || sending.busy} aria-busy={sending.busy}>
            {say(role ? 'saveDo' : 'makeDo')}
          </button>
        </>
      }
    >
      <form id="role" ref={form} onSubmit={onSubmit} noValidate>
        {role && role.People > 0 && (
          <p className="meta">
            {say.count('held', role.People)} {say('holdsAtOnce')}
          </p>
        )}
        <Field label={say('name')} value={Name} onChange={setName} wrong={wrong('Name')} autoComplete="off" maxLength={60} />
        <TagFields tags={tags} grantable={grantable} onChange={setTags} />
        <Refusal error={sending.error} fields={['Name']} />
      </form>
    </Modal>
  )
}

const TagFields = ({ tags, grantable, onChange }: { tags: readonly Tag[]; grantable: readonly string[]; onChange: (tags: Tag[]) => void }) => {
  const say = useSay(roleTexts)
  const sayGroup = useSay(accessTexts)
  const tagName = useTagName()
  return (
    <div className={styles.groups}>
      {GROUP_NAMES.map((group) => (
        <fieldset key={group}>
          <legend>{sayGroup(group)}</legend>
          {TAG_GROUPS[group].map((tag) => (
            <label className="tickable" key={tag}>
              <input
                type="checkbox"
                checked={tags.includes(tag)}
                disabled={!grantable.includes(tag)}
                onChange={(event) => onChange(event.target.checked ? [...tags, tag] : tags.filter((other) => other !== tag))}
              />
              <span>
                {tagName(tag)}
                {!grantable.includes(tag) && <small>{say('notYours')}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface DeleteRoleProps {
  venueId: number
  role: RoleShown
  others: readonly RoleShown[]
  grantable: readonly string[]
  onClose: () => void
}

/** Deleting a role; whoever has it gets another one that is chosen here. */
export const DeleteRole = ({ venueId, role, others, grantable, onClose }: DeleteRoleProps) => {
  const say = useSay(roleTexts)
  const roleName = useRoleName()
  const queries = useQueryClient()
  const sending = useSending()
  const [moveTo, setMoveTo] = useState('')
  const isHeld = role.People > 0
  const offered = others.filter(({ RoleId, Permissions }) => RoleId !== role.RoleId && Permissions.every(({ Tag }) => grantable.includes(Tag)))
  const remove = () =>
    sending.send(async () => {
      const body = { ...(moveTo === '' ? {} : { MoveTo: Number(moveTo) }), Version: role.Version }
      await call(roles.deleteRole, { params: { venueId, roleId: role.RoleId }, body })
      await queries.invalidateQueries()
      toast.success(say('deleted', { name: role.Name }))
      onClose()
    })
  return (
    <Modal
      title={say('deleteTitle', { name: role.Name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn stop" disabled={(isHeld && moveTo === '') || sending.busy} aria-busy={sending.busy} onClick={remove}>
            {isHeld ? say.count('moveDo', role.People) : say('deleteDo')}
          </button>
        </>
      }
    >
      <p>{isHeld ? say.count('held', role.People) : say('deleteUnused')}</p>
      {isHeld && (
        <Choose
          label={say('moveTo')}
          value={moveTo}
          options={[['', say('choose')], ...offered.map(({ RoleId, Name }) => [String(RoleId), roleName(Name)] as const)]}
          onChange={setMoveTo}
        />
      )}
      <Refusal error={sending.error} />
    </Modal>
  )
}
