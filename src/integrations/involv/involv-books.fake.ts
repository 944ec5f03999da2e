/** A member at the stand-in, as it is answered. */
export interface FakeMember {
  id: string
  card_number: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  status: string
  tier: string | null
  points_balance: number
}

export interface FakeTransaction {
  id: string
  member_id: string
  type: 'accrue' | 'redeem' | 'adjust' | 'transfer'
  points: number
  amount: number | null
  location: string | null
  occurred_at: string
}

const NOBODY = { first_name: '', last_name: '', email: null, phone: null, status: 'active', tier: null, points_balance: 0 }

/** What an account has there: members, and what moved their points. A balance is what its transactions come to, from what it began with. */
export class InvolvBooks {
  readonly members = new Map<string, FakeMember>()
  readonly transactions: FakeTransaction[] = []
  /** Adjustments that were taken, by their key. */
  readonly taken = new Map<string, { asked: string; transaction: FakeTransaction }>()
  readonly #now: () => number
  #ids = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** A member with the points it begins with. */
  member(card_number: string, more: Partial<FakeMember> = {}): FakeMember {
    this.#ids += 1
    const member = { ...NOBODY, id: `mem_${this.#ids}`, card_number, ...more }
    this.members.set(member.id, member)
    return member
  }

  /** Something that moves a member's points there. */
  move(memberId: string, type: FakeTransaction['type'], points: number, more: Partial<FakeTransaction> = {}): FakeTransaction {
    const member = this.members.get(memberId)
    if (!member) throw new Error(`Nobody is ${memberId}.`)
    this.#ids += 1
    const transaction = {
      id: `txn_${this.#ids}`,
      member_id: memberId,
      type,
      points,
      amount: null,
      location: null,
      occurred_at: new Date(this.#now() * 1000).toISOString(),
      ...more,
    }
    member.points_balance += points
    this.transactions.push(transaction)
    return transaction
  }

  /** Whether a balance is what its transactions come to, given what it began with. */
  movedOf(memberId: string): number {
    return this.transactions.filter(({ member_id }) => member_id === memberId).reduce((sum, { points }) => sum + points, 0)
  }
}
