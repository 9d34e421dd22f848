import { BlockList, isIP } from 'node:net';

/**
 * Networks that large mail filters publish as their own: Microsoft Exchange Online Protection, Proofpoint, Symantec Email
 * Security.cloud, Barracuda, Mimecast. No employee reaches the internet through them. The list need not be complete: most
 * link scanners use unpublished addresses.
 */
const networks = [
  '40.92.0.0/15',
  '40.107.0.0/16',
  '52.100.0.0/14',
  '104.47.0.0/17',
  '67.231.144.0/20',
  '148.163.128.0/19',
  '91.207.212.0/23',
  '85.158.136.0/21',
  '193.109.254.0/23',
  '195.245.230.0/23',
  '216.82.240.0/20',
  '67.219.240.0/20',
  '64.235.144.0/20',
  '209.222.80.0/21',
  '207.211.30.0/23',
  '195.130.217.0/24',
] as const;
const list = new BlockList();
for (const network of networks) {
  const [address, prefix] = network.split('/') as [string, string];
  list.addSubnet(address, Number(prefix), 'ipv4');
}

/** Whether the address belongs to a known mail filter. */
export const isScannerAddress = (address: string): boolean => isIP(address) === 4 && list.check(address, 'ipv4');
