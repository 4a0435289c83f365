import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { limits } from '#contract/limits'
import { dossierApi, type PackagedArticle, type ProposedPackage } from '#contract/orders/dossiers'
import { ApiError } from '../../../../api/client.ts'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { withColon } from '../../../../i18n/written.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../../ui/states/SkeletonLines.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import type { FlameValues, PackageValues } from '../dossier-values.ts'
import { type ComparedPackage, comparePackages } from './compare-packages.ts'
import { sizeText } from './package-size.ts'

interface Props {
  onReplace: (rows: PackageValues[]) => void
  onClose: () => void
}

/** Calculates packages from the articles in the form and compares them with the current rows. */
export function RecalculateDialog({ onReplace, onClose }: Props) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const { getValues } = useFormMethods<FlameValues>()
  const [articles] = useState(() => articlesToPack(getValues('dossier.articles')))
  const calculated = useApi(dossierApi.calculatePackages, { body: { articles } }, { quiet: true, keepPrevious: false })
  const compared = calculated.data && comparePackages(getValues('dossier.packageInfos'), calculated.data.packageInfos)
  const differs = compared?.some(({ change }) => change !== 'SAME') ?? false

  return (
    <Dialog
      open
      title={t('recalculate.title')}
      width={820}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {ui('action.cancel')}
          </Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!compared?.length}
            onClick={() => {
              onReplace(calculated.data?.packageInfos ?? [])
              onClose()
            }}
          >
            {t(differs ? 'recalculate.replace' : 'recalculate.confirm')}
          </Button>
        </>
      }
    >
      {calculated.error && (
        <ErrorState message={reasonOf(calculated.error)} onRetry={() => void calculated.refetch()} />
      )}
      {calculated.isPending && <SkeletonLines lines={6} />}
      {calculated.data && <Explanation {...calculated.data} />}
      {compared && <Comparison compared={compared} />}
    </Dialog>
  )
}

/** Returns the reason of a refusal, which names what exceeds a limit. */
const reasonOf = (error: Error) => (error instanceof ApiError && error.errors?.[0]?.detail) || error.message

/** Returns the articles to pack; an incomplete quantity counts as 1, because saving reports it. */
const articlesToPack = (articles: FlameValues['dossier']['articles']) =>
  articles.map(({ productRef = null, productName = '', quantity = 1 }) => ({
    productRef,
    productName,
    quantity: Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
  }))

/** On a phone the whole dialog scrolls, with narrow table cells. */
const tableLook = { overflowX: 'auto', '& .MuiTableCell-root': { px: { xs: 1, sm: 4 } } } as const
const onOneLine = { whiteSpace: { sm: 'nowrap' } } as const

interface ExplanationProps {
  articles: readonly PackagedArticle[]
  packageInfos: readonly ProposedPackage[]
}

function Explanation({ articles, packageInfos }: ExplanationProps) {
  const { t } = useTranslation('dossiers')
  return (
    <TableContainer sx={{ ...tableLook, maxHeight: { sm: 260 }, mb: 4 }}>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {t('recalculate.explanation')}
      </Typography>
      <Table size="small" stickyHeader aria-label={t('recalculate.explanation')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('recalculate.article')}</TableCell>
            <TableCell>{t('recalculate.pallet')}</TableCell>
            <TableCell>{t('recalculate.weight', { kg: limits.dossier.forwardingAgencyKg })}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {articles.map((article, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an article is its place in the answer
            <TableRow key={index}>
              <TableCell>
                {formatNumber(article.quantity)} × {article.productName || '–'}
              </TableCell>
              <PalletCells article={article} info={packageInfos[article.from]} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function PalletCells({ article, info }: { article: PackagedArticle; info: ProposedPackage | undefined }) {
  const { t } = useTranslation('dossiers')
  if (article.outcome !== 'PACKAGED' || !info) {
    return (
      <TableCell colSpan={2} sx={{ color: 'text.secondary' }}>
        {article.outcome !== 'PACKAGED' && t(`recalculate.${article.outcome}`)}
      </TableCell>
    )
  }
  const size = sizeText(t, info)
  const pallet = article.pallet?.title ?? ''
  return (
    <>
      <TableCell sx={onOneLine}>{size.startsWith(`${pallet} `) ? size : withColon(pallet, size)}</TableCell>
      <TableCell sx={onOneLine}>
        {t('recalculate.sum', {
          pallet: formatNumber(article.palletWeightInKg ?? '0'),
          product: formatNumber(article.productWeightInKg ?? '0'),
          weight: formatNumber(info.weightInKg),
        })}
      </TableCell>
    </>
  )
}

function Comparison({ compared }: { compared: readonly ComparedPackage[] }) {
  const { t } = useTranslation('dossiers')
  const empty = compared.every(({ change }) => change === 'GONE')
  const same = compared.length > 0 && compared.every(({ change }) => change === 'SAME')
  return (
    <>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {t('recalculate.comparison')}
      </Typography>
      {(empty || same) && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          {t(empty ? 'recalculate.none' : 'recalculate.nothing')}
        </Typography>
      )}
      {compared.length > 0 && (
        <TableContainer sx={{ ...tableLook, maxHeight: { sm: 300 } }}>
          <Table size="small" stickyHeader aria-label={t('recalculate.comparison')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('recalculate.change')}</TableCell>
                <TableCell align="right">{t('field.quantity')}</TableCell>
                <TableCell>{t('recalculate.size')}</TableCell>
                <TableCell align="right">{t('field.weightInKg')}</TableCell>
                <TableCell>{t('packages.info')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {compared.map((row) => (
                <ComparedRow key={`${row.change} ${JSON.stringify(row.info)}`} row={row} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  )
}

const looks = {
  SAME: { color: 'text.secondary' },
  NEW: { color: 'success.main', fontWeight: 600 },
  GONE: { color: 'error.main', textDecoration: 'line-through' },
} as const

function ComparedRow({ row: { change, quantity, info } }: { row: ComparedPackage }) {
  const { t } = useTranslation('dossiers')
  return (
    <TableRow>
      <TableCell sx={{ ...looks[change], textDecoration: 'none' }}>{t(`recalculate.${change}`)}</TableCell>
      <TableCell align="right">{formatNumber(quantity)}</TableCell>
      <TableCell sx={{ ...onOneLine, textDecoration: change === 'GONE' ? 'line-through' : undefined }}>
        {sizeText(t, info)}
      </TableCell>
      <TableCell align="right">{info.weightInKg && formatNumber(info.weightInKg)}</TableCell>
      <TableCell>{info.description}</TableCell>
    </TableRow>
  )
}
