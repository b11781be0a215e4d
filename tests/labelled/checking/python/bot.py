import discord, tweepy, telebot
from elevenlabs import set_api_key

TELEGRAM = telebot.TeleBot("6428530138:AAX9RUcYEUbLM2tUSzrEcsTSreEj7QB3PIH")
DISCORD_TOKEN = "ODA1ODY4MjI1NTM5MjIyMDI5.G7wm90.oHHW93U_lD07T3HwfALdjhKOA7jinqL7ILG16x"
set_api_key("sk_6d6c682f7e20a1515861ce985a0ebe0acad80d59de89bddb")
twitter = tweepy.OAuth1UserHandler(
    consumer_key="ZjhjSHLwl39dFgwl5fl2bn5VJ",
    consumer_secret="EgTXHVm45bDRMfBaMbXtR6n7rnoIYocdCFtK6XANHziiQEttor",
    access_token="2962682967331292993-iilaJ2kvVZznjg3AdLNFlDFqbkfcTF",
    access_token_secret="n7fQSGmdIuFIEQJpTqnNzFajzJnzXdmP2Z43jSuo5uab8",
)
GUILD_ID = 904817263548172635
CHANNEL_KEY = "announcements-en-2"
PIXELS = "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAA4HhSbjXv6nZfHbV6RzFJioCCuiPPzwFEZIw16lVb8armTWBsMRlM7EBmKVFtjuFtQ/OLhEvrhLprETETbCA+6Q3f+j97k/0qLmpxBEBzjPNLaOxxy01DgoJ/9vRGY918AGDOWF/jn8SZ=="


@discord.slash_command(name="token", description="Show how to get a token")
async def token(ctx):
    await ctx.respond("Your token: ask in #access with /request-token")


async def main():
    password = await prompt("Password? ", hide=True)
    key = os.environ.get("BOT_KEY")
    await run(password, key or DISCORD_TOKEN)
