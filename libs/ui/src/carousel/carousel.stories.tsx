import { Command } from '../command/command.tsx';
import { story } from '../story.ts';
import { Carousel } from './carousel.tsx';

export default { component: Carousel };

export const SelfHosting = story((say) => (
  <Carousel
    label={say('私有部署', 'Self-hosting')}
    words={{ previous: say('上一项', 'Previous'), next: say('下一项', 'Next') }}
    slides={[
      {
        id: 'bash',
        label: 'Bash',
        content: (
          <Command
            label={say('安装命令', 'Install command')}
            command="curl -fsSL https://get.example.com | sudo bash"
          />
        ),
      },
      {
        id: 'docker',
        label: 'Docker',
        content: (
          <Command label={say('启动命令', 'Run command')} command="docker run -d yunduo/server:6.2.0" />
        ),
      },
      {
        id: 'image',
        label: say('镜像', 'Image'),
        content: (
          <Command
            label={say('载入镜像', 'Load the image')}
            command="docker load -i yunduo-server-6.2.0.tar"
          />
        ),
      },
    ]}
  />
));
