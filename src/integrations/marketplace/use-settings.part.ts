import { useDraft } from '#ui/draft.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { marketplace } from './marketplace.contract.ts'
import { MarketplaceSettings } from './marketplace-settings.rules.ts'
import { type MarketPlace, paramsOf } from './place.part.ts'

/** Settings as they are kept, and how often they were changed. */
export interface KeptSettings {
  Settings: MarketplaceSettings
  Version: number
}

interface Kept {
  place: MarketPlace
  there: KeptSettings
  onRenew: () => Promise<unknown>
}

/** Settings that are being changed on one tab; the others' stay as they are kept. */
export const useSettings = ({ place, there, onRenew }: Kept) => {
  const words = useSay(ui)
  const { draft, isChanged, change, discard } = useDraft(there.Settings)
  const send = useSend(marketplace.changeSettings, { quiet: true })
  const checked = MarketplaceSettings.safeParse(draft)
  const issues = checked.success ? [] : checked.error.issues
  const save = async (): Promise<boolean> => {
    if (issues.length > 0) return false
    const done = await send.mutateAsync({ ...paramsOf(place), body: { Settings: draft, Version: there.Version } }).catch(() => undefined)
    if (!done) return false
    await onRenew()
    discard()
    toast.success(words('saved'))
    return true
  }
  const bar = {
    isChanged,
    busy: send.isPending,
    error: send.error,
    onSave: save,
    onDiscard: () => {
      discard()
      send.reset()
    },
    onRenew: () => {
      send.reset()
      void onRenew()
    },
  }
  return { draft, change, issues, error: send.error, bar }
}
