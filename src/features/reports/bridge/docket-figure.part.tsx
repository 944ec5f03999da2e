import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'

/** The figure a docket proves, its cents said quietly. */
export const DocketFigure = ({ amount, currency }: { amount: number | null; currency: string }) => (
  <p className="fig">
    <BigFigure figure="Takings" value={amount} currency={currency} />
  </p>
)
