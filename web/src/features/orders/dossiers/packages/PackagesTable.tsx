import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { CopyButton } from '../../../../ui/buttons/CopyButton.tsx'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { type EditableColumn, EditableTable } from '../../../../ui/EditableTable/EditableTable.tsx'
import { DecimalField } from '../../../../ui/fields/DecimalField.tsx'
import { NumberField } from '../../../../ui/fields/NumberField.tsx'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import { notify } from '../../../../ui/notices/snackbar.ts'
import type { PackageValues } from '../dossier-values.ts'
import { packageText } from './package-size.ts'
import type { Packages } from './use-packages.ts'

interface Props {
  packages: Packages
  readOnly: boolean
}

const kg = limits.dossier.forwardingAgencyKg
const measures = ['widthInCm', 'depthInCm', 'heightInCm'] as const

export function PackagesTable({ packages, readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const { remove } = packages
  const columns = useMemo((): EditableColumn[] => {
    const figure = (label: string, width: string): EditableColumn => ({ label, width, align: 'right' })
    return [
      figure(t('field.quantity'), '56px'),
      ...measures.map((measure) => figure(t(`field.${measure}`), '64px')),
      figure(t('packages.weight', { kg }), '96px'),
      { label: t('packages.info'), width: 'minmax(100px, 1fr)', wide: true },
      { ...figure(t('actions'), '72px'), actions: true },
    ]
  }, [t])
  const nameOf = useCallback((index: number) => t('packages.row', { number: index + 1 }), [t])
  const cells = useCallback(
    (path: string, index: number) => [
      <NumberField key="quantity" name={`${path}.quantity`} label={t('field.quantity')} readOnly={readOnly} />,
      ...measures.map((measure) => (
        <DecimalField
          key={measure}
          name={`${path}.${measure}`}
          label={t(`field.${measure}`)}
          unit="cm"
          readOnly={readOnly}
        />
      )),
      <DecimalField
        key="weight"
        name={`${path}.weightInKg`}
        label={t('packages.weight', { kg })}
        unit="kg"
        readOnly={readOnly}
      />,
      <TextField key="info" name={`${path}.description`} label={t('packages.info')} readOnly={readOnly} />,
      <Box key="actions" sx={{ display: 'flex', justifyContent: 'end', pt: 1 }}>
        <CopyPackageButton path={path} name={nameOf(index)} />
        {!readOnly && (
          <IconButton aria-label={t('packages.remove', { name: nameOf(index) })} onClick={() => void remove(index)}>
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
        )}
      </Box>,
    ],
    [t, nameOf, readOnly, remove],
  )

  return (
    <EditableTable
      name="dossier.packageInfos"
      label={t('section.packages')}
      columns={columns}
      keys={packages.keys}
      nameOf={nameOf}
      onMove={readOnly ? undefined : packages.move}
      cells={cells}
    />
  )
}

function CopyPackageButton({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation('dossiers')
  const info: PackageValues | undefined = useWatch({ name: path })
  return (
    <CopyButton
      text={info ? packageText(t, info) : ''}
      label={t('packages.copy', { name })}
      onCopied={() => notify(t('packages.copied'))}
      onFailed={(reason) => notify(t('packages.copyFailed', { reason }), { severity: 1 })}
    />
  )
}
