import { cardKey } from '#shared/card-number.ts'
import { nameKey } from '#shared/name-key.ts'

/** Whose a card is, there or here. */
export interface Profile {
  name: string
  email: string | null
  phone: string | null
  tier: string | null
}

/** Where both sides do not agree. `Cards`: two cards for one member, or two members for one card. */
export const CONFLICT_KINDS = ['Balance', 'Cards', 'Profile', 'Unknown'] as const
export type ConflictKind = (typeof CONFLICT_KINDS)[number]

/** What somebody may say about it: ours holds there too, theirs holds here too, or both stay as they are. */
export const CONFLICT_ACTIONS = ['Ours', 'Theirs', 'Apart'] as const
export type ConflictAction = (typeof CONFLICT_ACTIONS)[number]

const FIELDS = ['name', 'email', 'phone', 'tier'] as const
const digits = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '')
const compared = (field: (typeof FIELDS)[number], text: string): string => (field === 'phone' ? digits(text) : nameKey(text))

/** What a profile there says otherwise than ours; what it does not say is no difference. */
export const differingFields = (theirs: Profile, ours: Profile): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => {
    const there = theirs[field] ?? ''
    return there !== '' && compared(field, there) !== compared(field, ours[field] ?? '')
  })

/** Ours with what theirs says over it. */
export const takenOver = (theirs: Profile, ours: Profile): Profile => ({
  name: theirs.name || ours.name,
  email: theirs.email ?? ours.email,
  phone: theirs.phone ?? ours.phone,
  tier: theirs.tier ?? ours.tier,
})

/** A member beside the card it goes together with. */
export interface Pair {
  number: string
  profile: Profile
  /** No card goes together with it, or it is not there any more. */
  isLost: boolean
  /** Nothing where there is none. */
  card: (Profile & { number: string; firstNumber: string }) | undefined
  /** Members that have the same card beside this one. */
  others: number
  /** Theirs more than ours, once everything was told; what somebody chose to keep is no difference. */
  gap: number
  /** What somebody chose to keep as it is. */
  keptProfile: string | null
  keptNumber: string | null
}

/** A profile as a text that changes when it does. */
export const profileText = ({ name, email, phone, tier }: Profile): string => JSON.stringify([name, email, phone, tier])

/** Where a member and its card do not agree. */
export const conflictsOf = (pair: Pair): ConflictKind[] => {
  const { card } = pair
  if (pair.isLost || !card) return ['Unknown']
  // Which of them the card's points are is to be said first.
  if (pair.others > 0) return ['Cards']
  const moved = movedNumber(pair)
  const differs = differingFields(pair.profile, card).length > 0 && profileText(pair.profile) !== pair.keptProfile
  return [...(pair.gap === 0 ? [] : ['Balance' as const]), ...(moved === undefined ? [] : ['Cards' as const]), ...(differs ? ['Profile' as const] : [])]
}

/** The number the member has by now, where it is neither that of its card nor of what replaced it. */
export const movedNumber = ({ number, card, keptNumber }: Pair): string | undefined => {
  const key = cardKey(number)
  if (!card || key === '' || key === cardKey(card.firstNumber) || key === cardKey(card.number)) return undefined
  return key === keptNumber ? undefined : number
}

/** What may be done about a conflict. The provider takes neither cards nor profiles from us, so ours cannot hold there for these. */
export const actionsFor = (kind: ConflictKind, hasMoved: boolean): ConflictAction[] => {
  if (kind === 'Balance') return ['Ours', 'Theirs', 'Apart']
  if (kind === 'Profile' || (kind === 'Cards' && hasMoved)) return ['Theirs', 'Apart']
  return ['Apart']
}
