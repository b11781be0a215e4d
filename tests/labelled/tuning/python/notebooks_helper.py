import openai
from huggingface_hub import login
import wandb

openai.api_key = "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"
login(token="hf_evdXTltgkbRx4ciWTEl6dR9Pe8Zy61nScF")
wandb.login(key="6dac7de98c1d96b551ac1f1fd85e4ed37f026491")
ANTHROPIC = "sk-ant-api03-7j4kxhWflT8Q31tp1AwG0K-o6DBGxOQNDnHK6BM42Fpg9XX7NiZvFxviUbu084tyrhPX2X1vIXNSvLLzP88JYJRvDXaSrAA"
REPLICATE_API_TOKEN = "r8_y2TeBmrzfLceSpJxnolcytQ36RXEhowhmZksz"
GROQ = "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"

MODEL = "gpt-4o-mini-2024-07-18"
tokenizer = "sentence-transformers/all-MiniLM-L6-v2"
pad_token = "<|endoftext|>"
eos_token_id = 50256
special_tokens = {"unk_token": "[UNK]", "cls_token": "[CLS]"}
REVISION = "f6c443682cb0c6b2021d6eb785fcc6d29d8076db"


def key_from_vault(name):
    return client.secrets.kv.v2.read_secret_version(path="ml/prod/openai")
