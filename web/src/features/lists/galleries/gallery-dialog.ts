import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

/** The pictures of the gallery, read when somebody asks for them. */
export const GalleryDialog = lazyPart(() => import('./GalleryDialog.tsx'), 'GalleryDialog')
