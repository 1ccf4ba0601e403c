import { useSharedTranslations } from '@yunduo/app-shell';
import type { ListingValues } from '../../app-pages/listing-values.ts';
import ConflictList from '../../app-pages/conflict-list.tsx';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { useDraft, useDraftState } from './use-listing-draft.ts';

/** Selected options by their labels; texts and pictures as they are. */
function useShown(): (field: keyof ListingValues, draft: ListingValues) => unknown {
  const words = useTranslations('needs');
  const store = useSharedTranslations('storeTerms');
  return (field, draft) => {
    switch (field) {
      case 'category':
        return draft.category && store(`category.${draft.category}`);
      case 'os':
        return draft.os.map((os) => store(`os.${os}`));
      case 'arch':
        return draft.arch.map((arch) => store(`arch.${arch}`));
      case 'relations':
        return draft.relations.map((relation) => ({ ...relation, kind: words(relation.kind) }));
      default:
        return draft[field];
    }
  };
}

/** Fields also changed elsewhere, each with both values. A default export, for `lazyWithRetry`. */
export default function Conflicts() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { draft } = useDraft();
  const state = useDraftState((whole) => whole);
  const shown = useShown();
  const conflicts = state.conflicts.map((field) => ({
    field,
    name: field === 'app_key' ? t('app_key.label') : terms(`field.${field}`),
    mine: shown(field, state.content),
    theirs: shown(field, state.base),
  }));
  return (
    <ConflictList
      conflicts={conflicts}
      choose={(field, whose) => draft.choose(field as keyof ListingValues, whose)}
    />
  );
}
