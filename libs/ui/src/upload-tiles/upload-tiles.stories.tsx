import { story } from '../story.ts';
import { UploadTiles, type UploadItem } from './upload-tiles.tsx';

export default { component: UploadTiles };

const nothing = () => undefined;
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 10'%3E%3Cpath fill='%2327b2bc' d='M0 0h16v10H0z'/%3E%3C/svg%3E";

export const States = story((say) => {
  const items: UploadItem[] = [
    { key: '1', name: say('列表.png', 'list.png'), state: 'done', picture },
    { key: '2', name: say('恢复.mp4', 'restore.mp4'), state: 'uploading', share: 0.7 },
    {
      key: '3',
      name: say('大图.png', 'large.png'),
      state: 'failed',
      fault: say('4.6 MB，上限 3 MB', '4.6 MB. The limit is 3 MB.'),
    },
  ];
  return (
    <UploadTiles
      label={say('截图', 'Screenshots')}
      items={items}
      accept="image/*"
      room={2}
      onFiles={nothing}
      onRemove={nothing}
      onRetry={nothing}
      words={{
        add: say('添加图片', 'Add a picture'),
        drop: say('松开即可上传', 'Drop to upload'),
        uploading: (name) => say(`正在上传 ${name}`, `Uploading ${name}`),
        uploaded: (name) => say(`${name} 已上传`, `${name} uploaded`),
        removed: (name) => say(`${name} 已移除`, `${name} removed`),
        remove: (name) => say(`移除 ${name}`, `Remove ${name}`),
        cancel: (name) => say(`取消上传 ${name}`, `Cancel upload of ${name}`),
        retry: (name) => say(`重新上传 ${name}`, `Upload ${name} again`),
      }}
    />
  );
});
