import type { ClientPlatform } from '@yunduo/validation';

/**
 * The server's texts about downloads: requirements of a build, and the installation script for private
 * deployment. In the latter `%s` is replaced by the script; a literal percent sign is written twice.
 */
export const downloadAnswers = {
  system: {
    'windows-x64': 'Windows 10/11（64 位）',
    'mac-x64': 'macOS（Intel 芯片）',
    'mac-arm64': 'macOS（Apple 芯片）',
  } satisfies Record<ClientPlatform, string>,
  install: {
    title: '云舵私有部署 {{version}} 安装脚本',
    what: '下载安装包并与此处的 SHA-256 核对；只要有一个字节不同，就会停止，不执行任何内容。',
    usage: '用法：sh yunduo-install.sh [--prefix 目录]',
    usage_prefix: '安装到这个目录，默认 /opt/yunduo',
    usage_help: '显示这段说明',
    missing_tool: '缺少命令 %s，请先安装',
    missing_download: '缺少下载工具，请先安装 curl 或 wget',
    missing_checksum: '缺少校验工具，请先安装 sha256sum、shasum 或 openssl',
    prefix_missing: '--prefix 后请输入目录',
    unknown_option: '未知参数：%s',
    unsupported_system: '只支持 Linux 服务器，当前系统是 %s',
    unsupported_arch: '这个版本没有 %s 的安装包，支持的架构：{{archs}}',
    not_writable: '没有权限写入 %s，请用 sudo 运行，或用 --prefix 换一个目录',
    no_temporary: '无法创建临时目录，请检查磁盘空间',
    downloading: '正在下载 %s（%s，%s）',
    download_failed: '下载失败，没有安装任何内容。请检查网络后重试。',
    checking: '正在校验 SHA-256',
    checksum_wrong:
      '校验失败：下载的文件与发布的不一致，没有执行任何内容。\\n  应为 %s\\n  实为 %s\\n请重试；如果仍然失败，请不要安装，并联系我们。',
    unpack_failed: '解压失败，没有安装任何内容',
    no_installer: '安装包里没有安装程序，没有安装任何内容',
    installing: '校验通过，正在安装到 %s',
    installer_failed: '安装未完成，请查看上面的提示',
    done: '%s 已安装到 %s',
  },
};
