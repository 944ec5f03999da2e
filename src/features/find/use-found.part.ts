import { useEffect, useState } from 'react'
import { savedViews, type View } from '#features/delivery/saved-views/saved-views.contract.ts'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { satisfies } from '#shared/permissions.ts'
import { type StoredUser, tagsOf } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { find } from './find.contract.ts'
import { isWorthAsking } from './find.rules.ts'
import { fitOfName, wordsIn } from './fit.rules.ts'

const AFTER_TYPING_MS = 200
const LONGEST = 64
const RULE = { anyOf: ['can_viewemp', 'can_viewloyalty', 'can_viewsales', 'can_viewplu'] } as const

export type Found = AnswerOf<typeof find.find>

/** What the server finds for a text, once the person stops typing; nothing of an earlier text is shown for it. */
export const useFound = (text: string, user: StoredUser): { found: Found | undefined; isAsking: boolean; hasFailed: boolean } => {
  const wanted = text.trim()
  const settled = useSettled(wanted)
  const isAsked = isWorthAsking(wanted) && wanted.length <= LONGEST && satisfies(RULE, tagsOf(user))
  const { data, error } = useCall(find.find, { query: { Text: settled } }, { enabled: isAsked && settled === wanted })
  if (!isAsked) return { found: undefined, isAsking: false, hasFailed: false }
  const isCurrent = settled === wanted
  return { found: isCurrent ? data : undefined, isAsking: !isCurrent || (!data && !error), hasFailed: isCurrent && !data && error !== null }
}

/** The saved views of the reports the person may see; none until they are known. */
export const useViews = (user: StoredUser): readonly View[] =>
  useCall(savedViews.listViews, {}, { enabled: satisfies({ anyOf: REPORT_TAGS }, tagsOf(user)) }).data?.Views ?? NONE

const NONE: readonly View[] = []
const MOST_VIEWS = 4

/** The views a text names. */
export const viewsNamed = (views: readonly View[], text: string): View[] => views.filter(({ Name }) => fitOfName(wordsIn(text), Name) > 0).slice(0, MOST_VIEWS)

/** A text once it has not changed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
