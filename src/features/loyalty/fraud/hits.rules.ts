/** What a rule found about one card: where and when, in figures, and the sales and movements it rests on. */
export interface Hit {
  /** 1 to 14. */
  rule: number
  cardId: string
  locationId: number
  day: string
  /** How often, or how many. */
  n: number
  /** The rule's second figure: minutes, percent, days. */
  other: number
  /** Whoever rang it up, where the rule is about one person. */
  clerkKey: number | null
  /** Whoever did it by hand. */
  userId: number | null
  /** The employee whose name, e-mail or phone is the member's. */
  about: string
  /** Ids of sales and movements. */
  facts: string[]
}

/** What makes a hit the same as one found before. */
export const hitKey = ({ rule, cardId, locationId, day }: Pick<Hit, 'rule' | 'cardId' | 'locationId' | 'day'>): string =>
  `${cardId} ${rule} ${day} ${locationId}`
