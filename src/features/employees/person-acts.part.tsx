import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Act } from '#ui/popover.tsx'
import { toast } from '#ui/toast.tsx'
import { stringifySearch } from '#ui/url-state.ts'
import { BulkAction } from './bulk-action.part.tsx'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import { correctTexts } from './correct.messages.ts'
import { CorrectDialog } from './correct-dialog.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import type { PeopleActs } from './people-calls.part.tsx'
import { nameOf, possibleActs } from './people-list.rules.ts'
import { AddToVenueDialog, DeleteFromVenueDialog, ImpersonateDialog } from './person-dialogs.part.tsx'

type Asked = 'correct' | 'revoke' | 'link' | 'impersonate' | 'add' | 'delete'

/**
 * What the reader may do with one person, as a menu has it, and the dialog that one of them opened.
 * Only what is possible and allowed is offered; the server asks again for itself.
 */
export const usePersonActs = (place: ChosenVenue, acts: PeopleActs) => {
  const say = useSay(people)
  const sayCorrect = useSay(correctTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ what: Asked; person: Employee }>()
  const ask = (what: Asked, person: Employee) => () => setAsked({ what, person })
  const unlock = (person: Employee) => async () => {
    try {
      await acts.unlock(person)
      await acts.refresh()
      toast.success(say('unlocked', { name: nameOf(person) }))
    } catch (error) {
      toast.error(errorText(error, language))
    }
  }
  const register = (person: Employee) => () =>
    navigate({ href: `${place.base}/register${stringifySearch({ ...place.along, employee: person.EmployeeId, step: 'locations' })}` } as never)

  const actsFor = (person: Employee): Act[] => {
    const possible = possibleActs(person.Status)
    const { Self, Registered } = person
    const all: [shown: boolean, act: Act][] = [
      [place.can('can_register') && !person.WorksElsewhere, { id: 'correct', label: sayCorrect('correct'), onAct: ask('correct', person) }],
      [
        place.can('can_register') && !Self && (possible.enable || !Registered),
        { id: 'enable', label: say(possible.enable ? 'enable' : 'giveAccess'), onAct: register(person) },
      ],
      [place.can('can_register') && possible.unlock, { id: 'unlock', label: say('unlock'), onAct: unlock(person) }],
      [
        place.can('can_viewemp') && possible.requestPassword && Registered,
        { id: 'link', label: say(person.Status === 'Invited' ? 'inviteAgain' : 'requestPassword'), onAct: ask('link', person) },
      ],
      [place.can('can_impersonate') && possible.impersonate && !Self, { id: 'impersonate', label: say('impersonate'), onAct: ask('impersonate', person) }],
      [place.can('can_register') && !Self && person.UserId !== undefined, { id: 'add', label: say('addToVenue'), onAct: ask('add', person) }],
      [place.can('can_register') && !Self && person.UserId !== undefined, { id: 'delete', label: say('deleteFromVenue'), onAct: ask('delete', person) }],
      [place.can('can_revoke') && possible.revoke && Registered && !Self, { id: 'revoke', label: say('revoke'), onAct: ask('revoke', person) }],
    ]
    return all.filter(([shown]) => shown).map(([, act]) => act)
  }

  const close = () => setAsked(undefined)
  const shared = asked && { person: asked.person, place, acts, onClose: close }
  const dialog = shared && (
    <>
      {(asked.what === 'revoke' || asked.what === 'link') && <BulkAction what={asked.what} chosen={[asked.person]} place={place} acts={acts} onClose={close} />}
      {asked.what === 'correct' && <CorrectDialog {...shared} />}
      {asked.what === 'impersonate' && <ImpersonateDialog {...shared} />}
      {asked.what === 'add' && <AddToVenueDialog {...shared} />}
      {asked.what === 'delete' && <DeleteFromVenueDialog {...shared} />}
    </>
  )
  return { actsFor, dialog }
}
